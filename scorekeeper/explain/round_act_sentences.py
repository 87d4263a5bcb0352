"""What the history says of acts of rounds: draws, clocks, results."""

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
        "Round %(number)s: %(minutes)s minutes",
        number=body.round,
        minutes=signed_text(body.minutes),
    )


def _at_table(body: AtTable, told: str) -> str:
    place = _("Round %(number)s, table %(table)s", number=body.round, table=body.table)
    return f"{place}: {told}"


def _score(score: tuple[int, ...], source: str = "") -> str:
    told = unbroken(scores_text(score))
    return f"{told} ({source})" if source else told


@describes(ResultWritten)
def _describe_result(body: ResultWritten, _act: TournamentAct, _to: Tournament) -> str:
    return _at_table(body, _score(body.score, _("from the sheet") if body.sheet else ""))


@describes(TableForfeited)
def _describe_forfeited(body: TableForfeited, act: TournamentAct, tournament: Tournament) -> str:
    if body.by == "both":
        return _at_table(body, _("forfeited by both"))
    drawn_round = tournament.round(body.round)
    if drawn_round is None or drawn_round.act.seq > act.seq:  # it was taken back
        return _at_table(body, _("forfeited"))
    table = drawn_round.table(body.table)
    assert table is not None
    pair = table.a if body.by == "a" else table.b
    return _at_table(body, _("forfeited by %(pair)s", pair=pair))


@describes(ResultRuled)
def _describe_ruled(body: ResultRuled, _act: TournamentAct, _to: Tournament) -> str:
    return _at_table(body, _score(body.score, _("by the arbiter")))


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
