"""Words about a season: its counting, the points of an evening, the faults of its set-up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, cast, get_args

from scorekeeper.club.club_seasons import CountedSeason, season_by_rules
from scorekeeper.club.club_state import Club, ClubSeason, SeasonRanking
from scorekeeper.club.erased_names import is_hidden
from scorekeeper.club.seasons.played_figures import decimal_text
from scorekeeper.club.seasons.season import (
    ByPlace,
    ByResults,
    DecidingTie,
    Persons,
    Season,
    SeasonResult,
    SeasonRow,
    deciding_tie,
)
from scorekeeper.explain.club_words import (
    RANKED,
    SCHEMES,
    SEASON_RANKINGS_SAID,
    SEASON_TIES_SAID,
    SchemeName,
    person_name,
    points_text,
)
from scorekeeper.explain.tournament_words import title_of
from scorekeeper.i18n.language import Sentences, _l, ngettext
from scorekeeper.i18n.language import gettext as _
from scorekeeper.journal.json_values import Json
from scorekeeper.json_parts import PartProblem
from scorekeeper.rules.names import shorten
from scorekeeper.tournament.finals import AbsentFinal, absent_final, final_of, is_played
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.state import Tournament

_LONGEST: Final = 60
"""The most characters of a path that are shown: its sender chose the names in it."""
_WRONG: Final[Sentences[str]] = Sentences(
    {
        "missing": _l("it is missing."),
        "unknown_field": _l("there is no such field."),
        "not_a_text": _l("it must be a text."),
        "not_a_number": _l("it must be a whole number."),
        "out_of_range": _l("it is too low or too high."),
        "unknown_value": _l("nothing of a season is called so."),
        "repeated": _l("it is there twice."),
    }
)
SEASON_CODES: Final = (*_WRONG,)
"""The problems of a season's set-up. Faults in places and persons belong to its tournaments."""


def season_problem_text(problem: PartProblem) -> str:
    """The problem in the reader's language, with where it is."""
    path = shorten(problem.field or "", _LONGEST)
    return f"{path}: {_WRONG.say(problem.code)}"


def rules_lines(rules: Json, ranking: SeasonRanking | None = None) -> list[str]:
    """Return a few short lines on the rules of a season, and on its ranking where one is given."""
    season = season_by_rules(rules)
    points = rules["points"]
    assert isinstance(points, dict)
    return [
        RANKED.say(season.by),
        _with_entries(SCHEMES.say(cast(SchemeName, points["scheme"])), season),
        ngettext("the best %(num)s counts", "the best %(num)s count", season.best)
        if season.best
        else _("all evenings count"),
        *(
            [_("fewer evenings than %(count)s: no place", count=season.minimum)]
            if season.minimum
            else []
        ),
        *([_("level on points: %(ties)s", ties=_ties_text(season))] if season.ties else []),
        *([_ranking_text(ranking)] if ranking else []),
    ]


def _ranking_text(ranking: SeasonRanking) -> str:
    return _("an evening with a final: %(how)s", how=_inside(SEASON_RANKINGS_SAID.say(ranking)))


def _inside(said: str) -> str:
    """The words as part of a sentence, without their capital."""
    return said[0].lower() + said[1:]


def _ties_text(season: Season) -> str:
    """Return the tie-breaks as part of a sentence, numbered where there are several."""
    names = [_inside(SEASON_TIES_SAID.say(tie)) for tie in season.ties]
    if len(names) == 1:
        return names[0]
    return " ".join(f"{at}. {name}" for at, name in enumerate(names, 1))


def standing_lines(club: Club, counted: CountedSeason, *, is_inside: bool) -> list[str]:
    """Return the rules of a season, its unfinished evenings, and the evenings that are left out."""

    def names_of(evenings: Iterable[LoadedTournament]) -> str:
        return ", ".join(event_title(club, one, is_inside=is_inside) for one in evenings)

    evenings, ranking = counted.tournaments.values(), counted.season.ranking
    has_final = any(_has_final(one.tournament) for one in evenings)
    lines = rules_lines(counted.season.rules, ranking if has_final else None)
    coming = unfinished_evenings(counted)
    if coming:
        values = {"names": names_of(coming)}
        lines.append(
            ngettext("not over yet: %(names)s", "not over yet: %(names)s", len(coming), **values)
        )
    left_out = [(absent_final(one), one) for one in counted.left_out]
    for absent in get_args(AbsentFinal):
        if found := [one for why, one in left_out if why == absent]:
            lines.append(_left_out_line(absent, len(found), names_of(found)))
    return lines


def unfinished_evenings(counted: CountedSeason) -> list[LoadedTournament]:
    """Return the counted evenings that are still being played, in the order of dates."""
    ranking = counted.season.ranking
    return [one for one in counted.tournaments.values() if not _is_over(one, ranking)]


def nothing_counted(club: Club, counted: CountedSeason) -> str:
    """Return why the standings are empty."""
    listed = [one.tournament for one in counted.season.tournaments]
    if listed and not any(one in club.tournaments for one in listed):
        return _("Nothing is counted: the season's tournaments are no longer the club's.")
    if counted.tournaments or counted.left_out:
        return _("Nothing is counted yet.")
    return _("Nothing is counted yet: no tournament of the season was begun.")


def _has_final(tournament: Tournament) -> bool:
    """Whether the tournament ends with a knockout."""
    phases = tournament.set_up.phases
    return tournament.final_set_up is not None or any(phase.is_bracket for phase in phases)


def _left_out_line(absent: AbsentFinal, count: int, names: str) -> str:
    if absent == "final_damaged":
        return ngettext(
            "not counted, for the final is damaged on the server: %(names)s",
            "not counted, for the finals are damaged on the server: %(names)s",
            count,
            names=names,
        )
    return ngettext(
        "not counted, for the final is another file: %(names)s",
        "not counted, for the finals are other files: %(names)s",
        count,
        names=names,
    )


def _is_over(loaded_tournament: LoadedTournament, ranking: SeasonRanking) -> bool:
    final = final_of(loaded_tournament) if ranking == "end" else None
    return is_played(loaded_tournament) and (final is None or is_played(final))


def tie_lines(season: Season, rows: Sequence[SeasonRow], at: int) -> list[str]:
    """Why the unit in this row is before or behind the nearest that have as many points."""
    row = rows[at]
    if row.place is None:
        return []
    neighbours = (
        next((one for one in side if one.place != row.place), None)
        for side in (reversed(rows[:at]), rows[at + 1 :])
    )
    found = [(one, deciding_tie(row, one, season)) for one in neighbours if one and one.place]
    return [_tie_line(other.place, decided) for other, decided in found if decided]


def _tie_line(place: int | None, decided: DecidingTie) -> str:
    tie = SEASON_TIES_SAID.say(decided.tie)
    if decided.tie == "countback":
        tie = _("Best evening no. %(number)s", number=decided.at)
    level = _("Level on points with place %(place)s.", place=place)
    own, other = map(_figure, (decided.own, decided.other))
    if own == other:  # they differ in what is rounded away
        return f"{level} {tie}"
    figures = _("%(tie)s: %(own)s against %(other)s", tie=tie, own=own, other=other)
    return f"{level} {figures}"


def _figure(figure: Fraction | None) -> str:
    """Return a unit's figure in a tie-break: a dash where all its evenings are compared."""
    return "–" if figure is None else points_text(decimal_text(figure))


def _with_entries(name: str, season: Season) -> str:
    """Return the scheme with its entries."""
    match season.points:
        case ByPlace(table=table, rest=rest):
            listed = [f"{name}: {'–'.join(map(_whole, table))}"]
            if rest:
                listed.append(_("every later place %(points)s", points=_whole(rest)))
            return ", ".join(listed)
        case ByResults(win=win, draw=draw, loss=loss, bye=bye, score_per=per):
            told = _(
                "%(scheme)s: win %(win)s, without a winner %(draw)s, loss %(loss)s, bye %(bye)s",
                scheme=name,
                win=_whole(win),
                draw=_whole(draw),
                loss=_whole(loss),
                bye=_whole(bye),
            )
            by_score = _("plus the score by %(number)s", number=per)
            return f"{told}, {by_score}" if per else told
        case _:
            return name


def sum_text(season: Season, result: SeasonResult) -> str:
    """The sum that makes the points of an evening, as `3 × 4 + 2 + 1602 ÷ 1000`. It is "" where the
    place alone gives the points.
    """
    event = next(one for one in season.events if one.id == result.event)
    sharing = sum(one.place == result.ranked.place for one in event.ranking)
    parts = list(_parts(season, result, sharing))
    if not parts:
        return ""
    told = " + ".join(parts)
    if event.weight == 1:
        return told if len(parts) > 1 or "÷" in told or "×" in told else ""
    weight = points_text(decimal_text(event.weight))
    whole = f"({told})" if len(parts) > 1 else told
    return f"{whole} × {weight}"


def _parts(season: Season, result: SeasonResult, sharing: int) -> Iterator[str]:
    ranked = result.ranked
    match season.points:
        case ByPlace(table=table, rest=rest):
            places = range(ranked.place, ranked.place + sharing)
            entries = [table[place - 1] if place <= len(table) else rest for place in places]
            listed = " + ".join(map(_whole, entries))
            yield f"({listed}) ÷ {sharing}" if sharing > 1 else listed
        case ByResults() as scheme:
            counted = (
                (ranked.wins, scheme.win),
                (ranked.draws, scheme.draw),
                (ranked.losses, scheme.loss),
                (ranked.byes, scheme.bye),
            )
            yield from (f"{times} × {_whole(worth)}" for times, worth in counted if times)
            if scheme.score_per:
                yield f"{_whole(ranked.score)} ÷ {scheme.score_per}"
        case scheme:
            yield points_text(decimal_text(scheme.points(ranked, sharing)))


def _whole(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def season_name(season: ClubSeason) -> str:
    """The season's name; its number where names were erased."""
    return season.name or _("Season %(number)s", number=season.number)


def season_names(club: Club, counted: CountedSeason, *, is_inside: bool) -> dict[str, str]:
    """The name of everybody in the season, by the ids in its rows."""

    def shown(stranger: str, name: str) -> str:
        tournament, pair, _seat = stranger.split(":")
        is_closed = tournament in club.closed or is_hidden(club, name)
        known_name = "" if not is_inside and is_closed else name
        return known_name or _("Pair %(number)s", number=pair)

    persons = {
        key: person_name(club, one, is_inside=is_inside) for key, one in club.persons.items()
    }
    strangers = {one: shown(one, name) for one, name in counted.strangers.items()}
    return {**persons, **strangers}


def event_title(club: Club, event: LoadedTournament, *, is_inside: bool) -> str:
    """Return the tournament's name; for strangers only its kind, where it names a hidden person."""
    title = title_of(event.tournament.set_up)
    return title if is_inside or not _tells(club, event, title) else _("Tournament")


def event_place(club: Club, event: LoadedTournament, *, is_inside: bool) -> str:
    """Return the event's place; empty for strangers where it names a person shown by number."""
    place = event.tournament.set_up.place
    return place if is_inside or not _tells(club, event, place) else ""


def _tells(club: Club, event: LoadedTournament, text: str) -> bool:
    return event.public_id in club.closed or is_hidden(club, text)


def unit_name(unit: Persons, names: Mapping[str, str]) -> str:
    """Return the name of the ranked unit: one name, or two."""
    return " – ".join(names[one] for one in unit)
