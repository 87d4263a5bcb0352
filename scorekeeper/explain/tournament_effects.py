"""The effects of an act on a tournament and its set-up: both values of each difference."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from scorekeeper.draws.standings import StandingsRow
from scorekeeper.explain.labels import scores_text, unbroken
from scorekeeper.explain.phase_standings import place_teller
from scorekeeper.explain.shown_names import Fact
from scorekeeper.explain.standings_words import change_text
from scorekeeper.explain.tournament_words import set_up_facts
from scorekeeper.i18n.language import gettext as _
from scorekeeper.i18n.language import ngettext
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.standing import standing_of
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import DrawnTable, players_of, side_label
from scorekeeper.tournament.tournament_set_up import Pair

_MOST_PLACES: Final = 4
"""The most places that are listed one by one."""


def effects(before: LoadedTournament, after: LoadedTournament) -> list[Fact]:
    """Each fact that differs between the tournament as it was and as it would be."""
    old, new = before.tournament, after.tournament
    facts = [
        *set_up_facts(old.set_up, new.set_up),
        *_pairs(old, new),
        *_rounds(old, new),
        *_adjusted(old, new),
        *_places(before, after),
    ]
    return [fact._replace(old=fact.old or "–", new=fact.new or "–") for fact in facts]


def _pairs(old: Tournament, new: Tournament) -> Iterator[Fact]:
    for key in {**old.pairs, **new.pairs}:
        was, now = (_pair(one.pairs[key]) if key in one.pairs else "" for one in (old, new))
        if was != now:
            is_player = new.set_up.is_individual
            what = _("Player %(number)s", number=key)
            yield Fact(what if is_player else _("Pair %(number)s", number=key), was, now)


def _pair(pair: Pair) -> str:
    parts = [
        pair.name,
        pair.club,
        _("seed %(seed)s", seed=pair.seeding) if pair.seeding else "",
        _("paid") if pair.paid else "",
        _("withdrawn") if pair.withdrawn else "" if pair.present else _("is not there"),
    ]
    return ", ".join(filter(None, parts))


def _rounds(old: Tournament, new: Tournament) -> Iterator[Fact]:
    for was, now in zip_longest(old.rounds, new.rounds):
        number = (was or now).number
        if was is None or now is None:
            yield Fact(_("Round %(number)s", number=number), _round(was), _round(now))
            continue
        if was.clock != now.clock:
            anew = now.clock and (_("started anew"), _("as it ran before"))
            what = _("Clock of round %(number)s", number=number)
            yield Fact(what, *(anew or (_("started"), "")))
        for at_was, at_now in zip(was.tables, now.tables, strict=True):
            yield from _table(number, at_was, at_now)


def _place_text(key: str, *, is_player: bool) -> str:
    if is_player:
        return _("Place of player %(pair)s", pair=key)
    return _("Place of pair %(pair)s", pair=key)


def _moved_text(count: int, *, are_players: bool) -> str:
    if are_players:
        return ngettext(
            "%(num)s player has another place. The first three",
            "%(num)s players have another place. The first three",
            count,
        )
    return ngettext(
        "%(num)s pair has another place. The first three",
        "%(num)s pairs have another place. The first three",
        count,
    )


def _round(drawn_round: DrawnRound | None) -> str:
    if drawn_round is None:
        return ""
    count = sum(table.result is not None for table in drawn_round.tables)
    tables = ngettext("%(num)s table", "%(num)s tables", len(drawn_round.tables))
    results = _("results: %(count)s", count=count)
    return f"{tables}, {results}"


def _table(number: int, was: DrawnTable, now: DrawnTable) -> Iterator[Fact]:
    what = _("Round %(number)s, table %(table)s", number=number, table=now.number)
    if (was.a, was.b) != (now.a, now.b):
        yield Fact(what, _two(was.a, was.b), _two(now.a, now.b))
    if _score(was) != _score(now):
        yield Fact(what, _score(was), _score(now))


def _two(a: str, b: str) -> str:
    if len(players_of((a, b))) > 2:  # two players on a side
        return _("players %(one)s and %(other)s", one=side_label(a), other=side_label(b))
    return _("pairs %(one)s and %(other)s", one=side_label(a), other=side_label(b))


def _score(table: DrawnTable) -> str:
    result = table.result
    return unbroken(scores_text(result.score)) if result else ""


def _adjusted(old: Tournament, new: Tournament) -> Iterator[Fact]:
    for here, there, is_new in ((old, new, False), (new, old, True)):
        for one in here.adjusted:
            if one not in there.adjusted:
                by = there.set_up.standing.by
                points = change_text(one.adjustment.to, one.adjustment.points, by)
                key = one.adjustment.pair
                what = _("Penalty or ruling, pair %(pair)s", pair=key)
                if there.set_up.is_individual:
                    what = _("Penalty or ruling, player %(pair)s", pair=key)
                yield Fact(what, "", points) if is_new else Fact(what, points, "")


def _places(before: LoadedTournament, after: LoadedTournament) -> Iterator[Fact]:
    was, now = standing_of(before), standing_of(after)
    place_before, place_after = place_teller(before), place_teller(after)
    old = {row.pair: place_before(row).removesuffix(".") for row in was}
    new = {row.pair: place_after(row).removesuffix(".") for row in now}
    moved = [row for row in now if row.pair in old and old[row.pair] != new[row.pair]]
    is_individual = after.tournament.set_up.is_individual
    if len(moved) > _MOST_PLACES:
        what = _moved_text(len(moved), are_players=is_individual)
        yield Fact(what, _first_three(was), _first_three(now))
        return
    for row in moved:
        what = _place_text(row.pair, is_player=is_individual)
        yield Fact(what, old[row.pair], new[row.pair])


def _first_three(rows: Sequence[StandingsRow]) -> str:
    return ", ".join(row.pair for row in rows[:3])
