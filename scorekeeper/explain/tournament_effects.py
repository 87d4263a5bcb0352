"""What a tournament and its set-up are changed to by an act: both values of what differs."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from scorekeeper.draws.standings import StandingsRow
from scorekeeper.explain import labels
from scorekeeper.explain.labels import scores_text, unbroken
from scorekeeper.explain.shown_names import Fact
from scorekeeper.explain.standings_words import change_text
from scorekeeper.explain.tournament_words import (
    ABSENCES,
    FORMATS,
    LENGTHS,
    PREVIEWS_SAID,
    RANKINGS,
    SHEET_PLACES,
)
from scorekeeper.i18n import long_date
from scorekeeper.i18n.language import Sentences, _l, ngettext
from scorekeeper.i18n.language import gettext as _
from scorekeeper.tournament.acts.set_ups import write_set_up
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.standing import standing_of
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import DrawnTable
from scorekeeper.tournament.tournament_set_up import Pair, SetUp

_FIELDS: Final = Sentences[str](
    {
        "name": _l("Name"),
        "date": _l("Day"),
        "place": _l("Place"),
        "organiser": _l("Organiser"),
        "rules": _l("Rules"),
        "length": _l("What ends a match"),
        "limit": _l("Hands or minutes"),
        "rounds": _l("Rounds"),
        "format": _l("Who meets whom"),
        "standing": _l("Standings"),
        "forfeit": _l("A forfeited match"),
        "absence": _l("A round without the pair"),
        "sheet_places": _l("Places on a sheet"),
        "previews": _l("In a link's preview"),
    }
)


def field_names(fields: Iterable[str]) -> list[str]:
    """The names of these fields, in the order of the set-up."""
    changed = {*fields}
    return [_FIELDS.say(field) for field in _FIELDS if field in changed]


def set_up_facts(before: SetUp, after: SetUp) -> list[Fact]:
    """Each field that is another, with both values."""
    old, new = write_set_up(before), write_set_up(after)
    texts = _texts(before), _texts(after)
    return [
        Fact(_FIELDS.say(field), *(one.get(field) or "–" for one in texts))
        for field in _FIELDS
        if old[field] != new[field]
    ]


def _texts(set_up: SetUp) -> dict[str, str]:
    there, absent = set_up.forfeit
    return {
        "name": set_up.name,
        "date": long_date(set_up.day) if set_up.day else "",
        "place": set_up.place,
        "organiser": set_up.organiser,
        "rules": labels.rules_name(set_up.rules),
        "length": LENGTHS.say(set_up.length),
        "limit": str(set_up.limit or ""),
        "rounds": str(set_up.rounds or ""),
        "format": FORMATS.say(set_up.format),
        "standing": RANKINGS.say(set_up.standing.by),
        "forfeit": f"{there} – {absent}",
        "absence": ABSENCES.say(set_up.absence),
        "sheet_places": ", ".join(SHEET_PLACES.say(place) for place in set_up.sheet_places),
        "previews": PREVIEWS_SAID.say(set_up.previews),
    }


_MOST_PLACES: Final = 4
"""So many are told one by one."""


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
            yield Fact(_("Pair %(number)s", number=key), was, now)


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
    return _("pairs %(one)s and %(other)s", one=a, other=b)


def _score(table: DrawnTable) -> str:
    result = table.result
    return unbroken(scores_text(result.score)) if result else ""


def _adjusted(old: Tournament, new: Tournament) -> Iterator[Fact]:
    for here, there, is_new in ((old, new, False), (new, old, True)):
        for one in here.adjusted:
            if one not in there.adjusted:
                by = there.set_up.standing.by
                points = change_text(one.adjustment.to, one.adjustment.points, by)
                what = _("Penalty or ruling, pair %(pair)s", pair=one.adjustment.pair)
                yield Fact(what, "", points) if is_new else Fact(what, points, "")


def _places(before: LoadedTournament, after: LoadedTournament) -> Iterator[Fact]:
    was, now = standing_of(before), standing_of(after)
    old = {row.pair: row.place for row in was}
    moved = [row for row in now if row.pair in old and old[row.pair] != row.place]
    if len(moved) > _MOST_PLACES:
        what = ngettext(
            "%(num)s pair has another place. The first three",
            "%(num)s pairs have another place. The first three",
            len(moved),
        )
        yield Fact(what, _first_three(was), _first_three(now))
        return
    for row in moved:
        what = _("Place of pair %(pair)s", pair=row.pair)
        yield Fact(what, str(old[row.pair]), str(row.place))


def _first_three(rows: Sequence[StandingsRow]) -> str:
    return ", ".join(row.pair for row in rows[:3])
