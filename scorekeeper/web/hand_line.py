"""A hand that is typed as a line: read, and put into the entry form to be looked at and saved."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import request

from scorekeeper.explain.line_fault_words import line_fault_text
from scorekeeper.explain.problems import problem_text
from scorekeeper.lines.line_reader import read_line
from scorekeeper.rules.checks import problems
from scorekeeper.rules.model import Code, Hand, RuleSet, Side

if TYPE_CHECKING:
    from scorekeeper.web.hand_form_page import HandFormPage

FIELD: Final = "line"
"""The field of an address that brings a line."""
_ASKED_LATER: Final[frozenset[Code]] = frozenset(
    {"missing", "declarations_undecided", "leader_needed", "tie_point_needed"}
)
"""What the form asks for by itself."""


class TypedLine(NamedTuple):
    """A line as it was typed, and what came of it."""

    text: str = ""
    fault: str = ""
    """Why it is no hand; nothing where it is one, or nothing is typed yet."""
    is_pass: bool = False
    """Did all four pass? There is a button for that."""


def read_typed_line(
    text: str, rules: RuleSet, asked_later: Collection[Code] = (), writer: Side | None = "A"
) -> Hand | str:
    """Read a line as a hand by these rules; a text says why it is none.

    Problems with a code of `asked_later` are let pass. "Us" is the side of its `writer`.
    """
    found = read_line(text, writer)
    if not isinstance(found, Hand):
        return line_fault_text(found)
    wrong = [one for one in problems(found, rules) if one.code not in asked_later]
    return problem_text(wrong[0], found, rules) if wrong else found


def bring_line(page: "HandFormPage") -> None:
    """Fill the form with the line that the address brings, or say why it is no hand."""
    text = request.args.get(FIELD)
    if text is None:
        return
    page.line = TypedLine(text)
    if not text.strip():
        return
    rules = page.ledger.match.rules
    found = read_typed_line(text, rules, _ASKED_LATER, page.reader.side)
    if isinstance(found, str):
        page.line = TypedLine(text, fault=found)
    elif found.passed_out:
        page.line = TypedLine(text, is_pass=True)
    else:
        page.form.fill(found, rules)
        page.form.swept.data = ""  # a line says kapo, or is asked
        page.notice = "line"  # what was typed before does not come back over it
