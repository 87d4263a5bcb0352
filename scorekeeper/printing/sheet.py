"""Builds the sheet that is printed of a match, in the language in use. Pure."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from scorekeeper.explain import labels
from scorekeeper.explain.labels import number_text
from scorekeeper.explain.shown_names import (
    Sitting,
    player_in,
    players_today,
    seating_remarks,
    sittings,
)
from scorekeeper.i18n import gettext, long_date, ngettext, short_moment
from scorekeeper.printing.sheet_parts import (
    Check,
    FlaggedEntry,
    PrintedPair,
    Sheet,
    SheetRow,
    check_of,
    flag_remarks,
    open_row,
    pages_of,
    row_of,
)
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Claim, Match, Party, Standing
from scorekeeper.rules.model import OTHER, SIDES, BySide, RuleSet, Seat

NO_NAMES = BySide(Party(""), Party(""))
LONGEST_SEATING: Final = 240
"""Characters: three lines of remarks."""
_UNDRAWN: Final = re.compile(
    "[^ -~\u00a0-\u017f\u0218-\u021b\u0300-\u0304\u0306-\u0308\u030a-\u030c\u0313\u0314"
    "\u0342-\u0345\u0370-\u03ff\u0400-\u045f\u0490\u0491\u1e9e\u1f00-\u1fff\u2010-\u2015"
    "\u2018-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u20ac\u2116\u2122"
    "\u2660-\u2667\u2713]"
)
"""A letter that the paper's fonts lack; `static/fonts/README.md` has their ranges, too."""
LONGEST_FLAGS: Final = 400
"""Five lines."""


def sheet_of(
    match: Match,
    printed_at: datetime,
    seated: Sequence[Seated] = (),
    flagged: Sequence[FlaggedEntry] = (),
    longest_seating: int = LONGEST_SEATING,
) -> Sheet:
    """The sheet of a match, running or finished. `printed_at` is the reader's local time.

    `seated` are the players at each entry, where they are known; `longest_seating` is the most
    characters on them. `flagged` are the sides' flags on its hands.
    """
    standing = match.standing()
    sat = sittings(match, standing, seated)
    counting_rows = [row for row in standing.rows if row.counts]
    rows = [row_of(row) for row in counting_rows]
    if match.open is not None and standing.end != "target":
        rows.append(open_row(match.open, standing.number, match.rules))
    sides = _pairs(match, sat[-1].players, labels.default_side_names())
    names = BySide(sides.A.name, sides.B.name)
    heading = match.event or gettext("Pilotta scoresheet")
    return Sheet(
        title=f"{sides.A.label} – {sides.B.label} · {heading}",
        heading=heading,
        facts=_facts(match),
        table=gettext("Table %(table)s", table=match.table) if match.table else "",
        terms=(*_terms(match.rules), _first_dealer(match.first_dealer, sat[0], sides)),
        target=str(match.rules.target),
        sides=sides,
        pages=pages_of(rows),
        result=_result(match, standing, sides),
        check=check_of(counting_rows, match.rules),
        figures=_figures(match.rules),
        remarks=(
            *_remarks(rows, len(standing.rows) - len(counting_rows)),
            *_by_older_rules([row.number for row in counting_rows if row.rules != match.rules]),
            *flag_remarks(flagged, names, LONGEST_FLAGS),
            *seating_remarks(sat, names, longest_seating),
        ),
        printed=" · ".join(
            (
                gettext("printed %(moment)s", moment=short_moment(printed_at)),
                *_letters_remark(match, sat),
            )
        ),
        is_blank=False,
    )


def blank_sheet(rules: RuleSet, names: BySide[Party] = NO_NAMES) -> Sheet:
    """An empty sheet for writing by hand, with the rules' name and any names given."""
    heading = gettext("Pilotta scoresheet")
    match = Match(sides=names, rules=rules)
    return Sheet(
        title=f"{heading} · {labels.rules_name(rules)}",
        heading=heading,
        facts=(),
        table="",
        terms=_terms(rules),
        target=str(rules.target),
        sides=_pairs(match, players_today(match), BySide("", "")),
        pages=pages_of([]),
        result="",
        check=None,
        figures=_figures(rules),
        remarks=(),
        printed="",
        is_blank=True,
    )


def _pairs(match: Match, seated: Seated, default_names: BySide[str]) -> BySide[PrintedPair]:
    pairs = []
    for side in SIDES:
        players = tuple(player for player in seated.of(side) if player)
        name = match.sides.of(side).name or default_names.of(side)
        pairs.append(PrintedPair(match.numbers.of(side), name, players))
    return BySide(*pairs)


def _letters_remark(match: Match, sat: Sequence[Sitting]) -> tuple[str, ...]:
    """Say that a name has letters for which the paper's font has no shape."""
    names = [party.name for party in match.sides]
    names += [player for sitting in sat for players in sitting.players for player in players]
    if not _UNDRAWN.search("".join(names)):
        return ()
    return (gettext("Letters of a name may be missing here: write them by hand."),)


def _facts(match: Match) -> tuple[str, ...]:
    play_round = gettext("Round %(round)s", round=match.round) if match.round else ""
    return tuple(text for text in (_day(match.started), match.place, play_round) if text)


def _day(start: str) -> str:
    """The day in words; empty where it is not known."""
    return long_date(datetime.fromisoformat(start).date()) if start else ""


def _terms(rules: RuleSet) -> tuple[str, str]:
    name, version = labels.rules_name(rules), str(rules.version)
    return (
        gettext("Rules: %(rules)s (version %(version)s)", rules=name, version=version),
        gettext("up to %(target)s", target=str(rules.target)),
    )


def _first_dealer(seat: Seat, first: Sitting, sides: BySide[PrintedPair]) -> str:
    names = BySide(sides.A.name, sides.B.name)
    dealer = labels.seat_name(seat, names, player_in(first.players, seat))
    return gettext("first dealer: %(name)s", name=dealer)


def _result(match: Match, standing: Standing, sides: BySide[PrintedPair]) -> str:
    if standing.end is None:
        return gettext("The match goes on.") if standing.rows else ""
    if standing.end == "hand":
        return gettext("Stopped by the players.")
    assert standing.winner is not None
    winner, loser = standing.winner, OTHER[standing.winner]
    won = gettext("Winner: %(side)s", side=sides.of(winner).label)
    if isinstance(match.ended, Claim) and standing.end == "claim":
        return f"{_claim(match.ended, standing, sides)} {won}"
    score = [number_text(standing.totals.of(side)) for side in (winner, loser)]
    return f"{won}, {score[0]} – {score[1]}"


def _claim(claim: Claim, standing: Standing, sides: BySide[PrintedPair]) -> str:
    total = standing.totals.of(claim.side)
    return gettext(
        "Claim in mid-hand by %(side)s: %(total)s + %(points)s = %(sum)s.",
        side=sides.of(claim.side).label,
        total=number_text(total),
        points=str(claim.points),
        sum=number_text(total + claim.points),
    )


def legend() -> dict[str, str]:
    """Return each sign in the columns of declarations with the remark that explains it."""
    pilotta = labels.pilotta_mark()
    return {
        pilotta: gettext("%(letter)s: pilotta.", letter=pilotta),
        "(": gettext("( ): announced, not counted."),
    }


def _remarks(rows: list[SheetRow], left_out: int) -> tuple[str, ...]:
    declared = {sign for row in rows for cells in row.cells for sign in cells.declared}
    remarks = [remark for sign, remark in legend().items() if sign in declared]
    if left_out:
        text = ngettext(
            "%(num)s row after the end of the match is left out.",
            "%(num)s rows after the end of the match are left out.",
            left_out,
        )
        remarks.append(text)
    return tuple(remarks)


def _by_older_rules(numbers: list[int | None]) -> list[str]:
    """Name the hands scored by older rules, in one line."""
    if not numbers:
        return []
    hands = labels.number_ranges([number for number in numbers if number is not None])
    return [
        ngettext(
            "Hand %(hands)s is scored by the rules before they were changed.",
            "Hands %(hands)s are scored by the rules before they were changed.",
            len(numbers),
            hands=hands,
        )
    ]


def _figures(rules: RuleSet) -> Check:
    """The points of a hand and of a kapo under these rules, for a sum by hand."""
    totals = [162]
    if rules.trumps == "with_none_all":
        totals += [total for total in (rules.none_total, rules.all_total) if total != 162]
    return Check(tuple((0, total) for total in totals), 0, rules.kapo_bonus, BySide(0, 0))
