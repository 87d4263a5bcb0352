"""The rules and the sides' names of a question, read from its address.

`rules=cafe&six_six=bidder&us=…&them=…`: a preset, the switches that differ from it, the names.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.explain.problems import problem_text, unfit_name_text
from scorekeeper.explain.shown_names import names_to_show
from scorekeeper.journal.identifiers import is_public_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.matches import DamagedEvent, find_match
from scorekeeper.rules.model import BySide, Problem, RuleSet, Side
from scorekeeper.rules.names import is_fit_name, shorten, tidy_name
from scorekeeper.rules.presets import CAFE, PRESETS, find_preset
from scorekeeper.rules.switches import SwitchValue, differing_switches, switch_values, turn_switches
from scorekeeper.web.match.readers import reader_of

_NAMES: Final = ("us", "them")
_SHORT: Final = 15
"""The letters of a name that a large sentence has room for."""


@dataclass(frozen=True)
class SettleTable:
    """The rules and the names at the table that disputes something."""

    rules: RuleSet
    names: BySide[str]
    """The names that are shown. A side without one is Us or Them where a phone asks that is on a
    side of the match, and else Side A or Side B."""
    given: BySide[str] = field(default=BySide("", ""))
    """The names that stand in the address."""
    wrong: tuple[str, ...] = ()
    """Sentences about the parts of the address that could not be read."""
    reader: Side | None = None
    """The side of the phone that asks."""

    @property
    def unnamed(self) -> BySide[str]:
        """What the sides are called without a name."""
        return names_to_show(BySide("", ""), self.reader)


def read_table(query: MultiDict[str, str]) -> SettleTable:
    """Read the table of an address, and what is wrong with it; the café's rules are the default."""
    wrong: list[str] = []
    rules = _read_rules(query, wrong)
    typed_names = BySide(*(tidy_name(query.get(name, "")) for name in _NAMES))
    if not all(map(is_fit_name, typed_names)):
        wrong.append(unfit_name_text())
        typed_names = BySide(*(name if is_fit_name(name) else "" for name in typed_names))
    reader = _side_of_reader(query)
    names = names_to_show(typed_names, reader)
    return SettleTable(rules, names, typed_names, tuple(wrong), reader)


def _side_of_reader(query: MultiDict[str, str]) -> Side | None:
    """The side of the asking phone in the match that the address names, if it names any.

    What is sent on (`share`) names none, so that pictures and links are true for everybody.
    """
    public_id = query.get("of", "").partition(":")[0] or query.get("match", "")
    if not is_public_id(public_id):
        return None
    with suppress(NotFound, DamagedEvent):
        return reader_of(find_match(public_id)).side
    return None


def table_query(rules: RuleSet, typed_names: BySide[str]) -> dict[str, str]:
    """The parameters from which `read_table` reads the rules and the names again."""
    query = {"rules": rules.preset, **switch_parameters(rules)}
    return query | {key: name for key, name in zip(_NAMES, typed_names, strict=True) if name}


def switch_parameters(rules: RuleSet) -> dict[str, str]:
    """The switches in which a rule set differs from its preset, as an address has them."""
    names = differing_switches(rules, PRESETS[rules.preset])
    return {name: switch_code(getattr(rules, name)) for name in names}


def with_short_names(text: str, names: BySide[str]) -> str:
    """A sentence in which long names are cut, as far as they can be told from each other then.

    >>> with_short_names("The Coffee Crowd 19, Them 6", BySide("The Coffee Crowd", "Them"))
    'The Coffee Cro… 19, Them 6'
    >>> with_short_names("The missing point: The Coffee Crowd.", BySide("The Coffee Crowd", ""))
    'The missing point: The Coffee Cro…'
    """
    short = [shorten(name, _SHORT) for name in names]
    if len(set(short)) == 1:
        return text
    for name, short_name in zip(names, short, strict=True):
        text = text.replace(name, short_name)
    return text.replace("….", "…")


def _read_rules(query: MultiDict[str, str], wrong: list[str]) -> RuleSet:
    preset = query.get("rules", "")
    rules = find_preset(preset) if preset else CAFE
    if rules is None:
        wrong.append(problem_text(Problem("unknown", "preset")))
        rules = CAFE
    switches: dict[str, SwitchValue] = {}
    for name in switch_values():
        text = query.get(name, "")
        value = read_switch(name, text)
        if value is not None:
            switches[name] = value
        elif text:
            wrong.append(problem_text(Problem("unknown", name)))
    return turn_switches(rules, switches)


def read_switch(name: str, text: str) -> SwitchValue | None:
    """The value of the switch that an address has as `text`; None for any other text."""
    return next((value for value in switch_values()[name] if switch_code(value) == text), None)


def switch_code(value: SwitchValue) -> str:
    """A switch's value as an address has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
