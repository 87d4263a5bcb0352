"""What the history says of acts of rounds: draws, clocks, results."""

from itertools import pairwise

from scorekeeper.draws.criteria import EARNED, Criterion
from scorekeeper.explain.act_sentences import describes
from scorekeeper.explain.criterion_text import change_text
from scorekeeper.explain.labels import scores_text, signed_text, unbroken
from scorekeeper.explain.tournament_words import CRITERIA
from scorekeeper.i18n.language import gettext as _
from scorekeeper.i18n.language import ngettext
from scorekeeper.services.tournament_acts.clock_acts import (
    ClockPaused,
    ClockResumed,
    ClockStarted,
    MinutesAdded,
)
from scorekeeper.services.tournament_acts.meta import LotsDrawn
from scorekeeper.services.tournament_acts.result_acts import AtTable, PointsAdjusted, ResultWritten
from scorekeeper.services.tournament_acts.rounds import RoundDrawn, RoundProposed, Undrawn
from scorekeeper.services.tournament_acts.swap_acts import TablesSwapped
from scorekeeper.services.tournament_acts.table_decisions import (
    ResultRuled,
    ResultWithdrawn,
    TableForfeited,
)
from scorekeeper.services.tournaments.acts import TournamentAct
from scorekeeper.services.tournaments.state import Tournament
from scorekeeper.services.tournaments.table_results import Result


@describes(RoundProposed)
def _describe_proposed(body: RoundProposed, _act: TournamentAct, _to: Tournament) -> str:
    return _("Round %(number)s was proposed with seed %(seed)s", number=body.round, seed=body.seed)


@describes(RoundDrawn)
def _describe_drawn(body: RoundDrawn, _act: TournamentAct, _to: Tournament) -> str:
    number, tables = len(body.request["results"]) + 1, len(body.tables)
    return ngettext(
        "Round %(number)s was drawn: %(num)s table",
        "Round %(number)s was drawn: %(num)s tables",
        tables,
        number=number,
    )


@describes(TablesSwapped)
def _describe_swapped(body: TablesSwapped, _act: TournamentAct, _to: Tournament) -> str:
    one, other = body.pairs
    return _(
        "Round %(number)s: pairs %(one)s and %(other)s changed places",
        number=body.round,
        one=one,
        other=other,
    )


@describes(Undrawn)
def _describe_undrawn(body: Undrawn, _act: TournamentAct, _to: Tournament) -> str:
    return _("Round %(number)s was taken back", number=body.round)


@describes(ClockStarted)
def _describe_clock(body: ClockStarted, _act: TournamentAct, _to: Tournament) -> str:
    return _("Round %(number)s: the clock was started", number=body.round)


@describes(ClockPaused)
def _describe_clock_paused(body: ClockPaused, _act: TournamentAct, _to: Tournament) -> str:
    return _("Round %(number)s: the clock was paused", number=body.round)


@describes(ClockResumed)
def _describe_clock_resumed(body: ClockResumed, _act: TournamentAct, _to: Tournament) -> str:
    return _("Round %(number)s: the clock goes on", number=body.round)


@describes(MinutesAdded)
def _describe_minutes(body: MinutesAdded, _act: TournamentAct, _to: Tournament) -> str:
    return _(
        "Round %(number)s: %(minutes)s min",
        number=body.round,
        minutes=signed_text(body.minutes),
    )


def _at_table(body: AtTable, told: str) -> str:
    place = _("Round %(number)s, table %(table)s", number=body.round, table=body.table)
    return f"{place}: {told}"


def _with_notes(told: str, *notes: str) -> str:
    said = ", ".join(filter(None, notes))
    return f"{told} ({said})" if said else told


def _score(score: tuple[int, ...]) -> str:
    return unbroken(scores_text(score))


def _replaced(body: AtTable, act: TournamentAct, tournament: Tournament) -> str:
    """What was written of the table before the act, if both stand and are not the same."""
    drawn_round = tournament.round(body.round)
    table = drawn_round.table(body.table) if drawn_round else None
    for before, one in pairwise(table.history if table else ()):
        if one.act.seq == act.seq and isinstance(one, Result) and isinstance(before, Result):
            return _replaced_by(one, before)
    return ""


def _replaced_by(result: Result, before: Result) -> str:
    if before.forfeit:
        return _("was forfeited")
    if result.is_decided or result.score != before.score:
        return _("was %(score)s", score=_score(before.score))
    return ""


@describes(ResultWritten)
def _describe_result(body: ResultWritten, act: TournamentAct, tournament: Tournament) -> str:
    source = _("from the sheet") if body.sheet else ""
    return _at_table(
        body, _with_notes(_score(body.score), source, _replaced(body, act, tournament))
    )


@describes(TableForfeited)
def _describe_forfeited(body: TableForfeited, act: TournamentAct, tournament: Tournament) -> str:
    replaced = _replaced(body, act, tournament)
    if body.by == "both":
        return _at_table(body, _with_notes(_("forfeited by both"), replaced))
    drawn_round = tournament.round(body.round)
    if drawn_round is None or drawn_round.act.seq > act.seq:  # it was taken back
        return _at_table(body, _("forfeited"))
    table = drawn_round.table(body.table)
    assert table is not None
    pair = table.a if body.by == "a" else table.b
    return _at_table(body, _with_notes(_("forfeited by %(pair)s", pair=pair), replaced))


@describes(ResultRuled)
def _describe_ruled(body: ResultRuled, act: TournamentAct, tournament: Tournament) -> str:
    notes = _("by the arbiter"), _replaced(body, act, tournament)
    return _at_table(body, _with_notes(_score(body.score), *notes))


@describes(ResultWithdrawn)
def _describe_withdrawn(body: ResultWithdrawn, _act: TournamentAct, _to: Tournament) -> str:
    return _at_table(body, _("the result was withdrawn"))


@describes(PointsAdjusted)
def _describe_adjusted(body: PointsAdjusted, _act: TournamentAct, to: Tournament) -> str:
    criterion: Criterion = next((one for one in EARNED if one == body.to), "total")
    return _(
        "Pair %(pair)s: %(points)s (%(to)s)",
        pair=body.pair,
        points=change_text(criterion, body.points, to.set_up.standing.by),
        to=dict(CRITERIA.items()).get(body.to, body.to),
    )


@describes(LotsDrawn)
def _describe_lots(_body: LotsDrawn, _act: TournamentAct, _to: Tournament) -> str:
    return _("Lots were drawn for all pairs")
