"""Two presets side by side: only where they differ."""

from typing import Final, NamedTuple

from flask import render_template, request

from scorekeeper.explain import switch_words
from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.rules.blueprint import pages
from scorekeeper.web.rules.reading import wrong_preset
from scorekeeper.web.rules.switch_page import switch_page_of

_DEFAULT_PRESETS: Final = {"a": "cafe", "b": "kypros"}
"""Where the address names none."""


class Choice(NamedTuple):
    """A preset of the two, as it is named in the address."""

    preset: str
    wrong: str = ""


@pages.get("/compare")
def compare() -> str:
    """Every switch in which the two differ, with an example by the first and that switch alone."""
    a, b = (_choice(name) for name in _DEFAULT_PRESETS)
    first, second = PRESETS[a.preset], PRESETS[b.preset]
    differing = [
        switch_page_of(field, first, (getattr(first, field), getattr(second, field)))
        for group in switch_words.SWITCH_GROUPS
        for field in group.fields
        if getattr(first, field) != getattr(second, field)
    ]
    return render_template(
        "rules/compare.html", choices={"a": a, "b": b}, presets=PRESETS, differing=differing
    )


def _choice(name: str) -> Choice:
    code = request.args.get(name, _DEFAULT_PRESETS[name])
    if code in PRESETS:
        return Choice(code)
    return Choice(_DEFAULT_PRESETS[name], wrong_preset(code))
