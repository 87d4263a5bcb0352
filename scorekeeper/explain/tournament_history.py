"""Sentences about the acts of a tournament, for its history.

A kind has one function here, under `describes`. Pairs are called by their numbers: whoever reads
the history sees names only where they count, in the tournament itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Final, TypeVar

from scorekeeper.explain.acts import ERASED_BY
from scorekeeper.explain.labels import scores_text, signed_text
from scorekeeper.explain.money_words import money_text
from scorekeeper.explain.set_up_facts import field_names
from scorekeeper.explain.tournament_words import CRITERIA
from scorekeeper.i18n.language import gettext as _
from scorekeeper.i18n.language import ngettext
from scorekeeper.services.tournament_acts.added_pairs import PairsAdded, numbers_of
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.clock_acts import (
    ClockPaused,
    ClockResumed,
    ClockStarted,
    MinutesAdded,
)
from scorekeeper.services.tournament_acts.door_acts import DoorChanged
from scorekeeper.services.tournament_acts.helper_acts import HelperNamed, HelperRemoved
from scorekeeper.services.tournament_acts.lasting_wishes import (
    ClubsKeptApart,
    PairsKeptApart,
    TableKept,
)
from scorekeeper.services.tournament_acts.meta import (
    AllNamesErased,
    ErasingBegun,
    FinalSetUp,
    LotsDrawn,
    PairErased,
    RoleTaken,
)
from scorekeeper.services.tournament_acts.money import FeePaid, MoneyChanged
from scorekeeper.services.tournament_acts.pair_acts import Attended, PairChanged, PairDeleted
from scorekeeper.services.tournament_acts.registrations import (
    PairRegistered,
    RegistrationBody,
    RegistrationChanged,
    RegistrationDeclined,
    RegistrationEnded,
)
from scorekeeper.services.tournament_acts.result_acts import AtTable, PointsAdjusted, ResultWritten
from scorekeeper.services.tournament_acts.rounds import RoundDrawn, RoundProposed, Undrawn
from scorekeeper.services.tournament_acts.set_ups import SetUpChanged, TournamentSetUp
from scorekeeper.services.tournament_acts.swap_acts import TablesSwapped
from scorekeeper.services.tournament_acts.table_decisions import (
    ResultRuled,
    ResultWithdrawn,
    TableForfeited,
)
from scorekeeper.services.tournament_acts.undo_acts import ActUndone, undone_by
from scorekeeper.services.tournaments.acts import TournamentAct
from scorekeeper.services.tournaments.pair_traces import new_pairs
from scorekeeper.services.tournaments.replaying import replay
from scorekeeper.services.tournaments.state import Tournament

_DESK_KINDS: Final = (Attended, RegistrationBody, FeePaid)
"""Acts that nobody but the desk is shown."""
_DESK_FIELDS: Final[Mapping[type[TournamentBody], Mapping[str, bool | None]]] = {
    PairChanged: {"paid": None, "present": None, "seeding": None, "note": None},
    DoorChanged: {"nobody_yet": False},
}
"""Of other acts the fields that nobody but the desk is shown, with what says nothing of them."""
_BARE_FIELDS: Final = frozenset({"pair", "from_now", "until"})
"""Of these acts what says nothing alone."""

B = TypeVar("B", bound=TournamentBody)
ActSentence = Callable[[B, TournamentAct, Tournament], str]


@singledispatch
def words_of_kind(body: TournamentBody, act: TournamentAct, tournament: Tournament) -> str:
    """The words of an act of this kind; `act_text` is how to ask for them."""
    raise TypeError(f"nothing is said of {body.kind}")


def describes(kind: type[B]) -> Callable[[ActSentence[B]], ActSentence[B]]:
    """Register the function that describes this kind of act."""

    def register(describe: ActSentence[B]) -> ActSentence[B]:
        words_of_kind.register(kind, describe)
        return describe

    return register


def act_text(act: TournamentAct, tournament: Tournament) -> str:
    """The act in words, in the reader's language."""
    return words_of_kind(act.body, act, tournament)


def is_public(act: TournamentAct, tournament: Tournament) -> bool:
    """May a visitor read of it? Who paid and who is there is the desk's own.

    An undoing is as public as what it undoes.
    """
    return _public_part(undone_by(tournament, act).body) is not None


def visitor_text(act: TournamentAct, tournament: Tournament) -> str:
    """The public part of an act in words; empty where it has none."""
    named = undone_by(tournament, act)
    body = _public_part(named.body)
    if body is None:
        return ""
    text = words_of_kind(body, named, tournament)
    return text if named is act else _undoing_text(act, tournament, text)


def _public_part(body: TournamentBody) -> TournamentBody | None:
    if isinstance(body, _DESK_KINDS):
        return None
    silent = _DESK_FIELDS.get(type(body))
    if silent is None:
        return body
    part = replace(body, **silent)  # type: ignore[arg-type]
    return part if part.fields().keys() - _BARE_FIELDS else None


@describes(TournamentSetUp)
def _describe_set_up(_body: TournamentSetUp, _act: TournamentAct, _to: Tournament) -> str:
    return _("The tournament was set up")


@describes(SetUpChanged)
def _describe_changed(body: SetUpChanged, _act: TournamentAct, _to: Tournament) -> str:
    return _("Set-up changed: %(fields)s", fields=", ".join(field_names(body.new)))


@describes(PairsAdded)
def _describe_pairs_added(body: PairsAdded, act: TournamentAct, tournament: Tournament) -> str:
    there = [number for number, _new in new_pairs(tournament.acts[: act.seq - 1])]
    numbers = sorted(numbers_of(body.pairs, there))
    first, last = numbers[0], numbers[-1]
    if first == last:
        return _("Pair %(pair)s was added", pair=first)
    if numbers == [*range(first, last + 1)]:
        return _("Pairs %(first)s–%(last)s were added", first=first, last=last)
    return _("Pairs that were added: %(pairs)s", pairs=", ".join(map(str, numbers)))


@describes(PairChanged)
def _describe_pair_changed(body: PairChanged, _act: TournamentAct, _to: Tournament) -> str:
    what = _("players") if body.from_now is None else _("a substitute")
    parts = {
        what: body.players is not None,
        _("club"): body.club is not None,
        _("place in seeding order"): body.seeding is not None,
        _("note"): body.note is not None,
        _("paid"): body.paid is True,
        _("not paid"): body.paid is False,
        _("is there"): body.present is True,
        _("is not there"): body.present is False,
        _("withdrawn"): body.withdrawn is True,
        _("plays again"): body.withdrawn is False,
    }
    new = ", ".join(part for part, is_new in parts.items() if is_new)
    return _("Pair %(pair)s: %(new)s", pair=body.pair, new=new)


@describes(PairDeleted)
def _describe_deleted(body: PairDeleted, _act: TournamentAct, _to: Tournament) -> str:
    if body.deleted:
        return _("Pair %(pair)s was deleted", pair=body.pair)
    return _("Pair %(pair)s was brought back", pair=body.pair)


@describes(MoneyChanged)
def _describe_money(body: MoneyChanged, _act: TournamentAct, _to: Tournament) -> str:
    told = [_("fee %(fee)s", fee=money_text(body.fee))] if body.fee is not None else []
    if body.prizes is not None:
        told.append(_("prizes: %(sum)s", sum=money_text(sum(body.prizes))))
    return _("Money: %(told)s", told=", ".join(told))


@describes(FeePaid)
def _describe_fee(body: FeePaid, _act: TournamentAct, _to: Tournament) -> str:
    told = [_("owes %(due)s", due=money_text(body.due))] if body.due is not None else []
    if body.payment is not None:
        told.append(_("has paid %(paid)s", paid=money_text(body.payment)))
    return _("Pair %(pair)s: %(new)s", pair=body.pair, new=", ".join(told))


@describes(DoorChanged)
def _describe_door(body: DoorChanged, _act: TournamentAct, _to: Tournament) -> str:
    parts = {
        _("the check-in was opened"): body.check_in is True,
        _("the check-in was closed"): body.check_in is False,
        _("nobody is there until it is said"): body.nobody_yet,
        _("the list was opened"): body.coming is True,
        _("the list was closed"): body.coming is False,
        _("places: %(count)s", count=body.most or _("for all")): body.most is not None,
    }
    told = ", ".join(part for part, is_so in parts.items() if is_so)
    return _("At the door: %(told)s", told=told)


@describes(PairRegistered)
def _describe_registered(body: PairRegistered, _act: TournamentAct, _to: Tournament) -> str:
    return _("A pair announced itself: no. %(number)s", number=body.registration)


@describes(RegistrationChanged)
def _describe_other_names(body: RegistrationChanged, _act: TournamentAct, _to: Tournament) -> str:
    return _("Other names were given: no. %(number)s", number=body.registration)


@describes(RegistrationDeclined)
def _describe_declined(body: RegistrationDeclined, _act: TournamentAct, _to: Tournament) -> str:
    if body.declined:
        return _(
            "A pair that announced itself was declined: no. %(number)s", number=body.registration
        )
    return _("A pair that announced itself waits again: no. %(number)s", number=body.registration)


@describes(RegistrationEnded)
def _describe_ended(body: RegistrationEnded, _act: TournamentAct, _to: Tournament) -> str:
    return _("A pair does not come after all: no. %(number)s", number=body.registration)


@describes(Attended)
def _describe_attended(body: Attended, act: TournamentAct, tournament: Tournament) -> str:
    came, went = _who_changed(body, act, tournament)
    told = []
    if len(came) == 1:
        told.append(_("Pair %(pair)s is there", pair=came[0]))
    elif came:
        told.append(_("Pairs that are there: %(pairs)s", pairs=", ".join(came)))
    if len(went) == 1:
        told.append(_("Pair %(pair)s is not there", pair=went[0]))
    elif went:
        told.append(_("Pairs that are not there: %(pairs)s", pairs=", ".join(went)))
    return ". ".join(told) or _("Nobody came or went")


def _who_changed(
    body: Attended, act: TournamentAct, tournament: Tournament
) -> tuple[Sequence[str], Sequence[str]]:
    """Who came and who went by it: a program may name all pairs each time."""
    if len(body.present) + len(body.absent) == 1:  # a tick: written only where it changes something
        return body.present, body.absent
    before = replay(tournament.acts[: act.seq - 1]).pairs
    return (
        [key for key in body.present if not before[key].present],
        [key for key in body.absent if before[key].present],
    )


@describes(PairsKeptApart)
def _describe_apart(body: PairsKeptApart, _act: TournamentAct, _to: Tournament) -> str:
    one, other = body.pairs
    if body.apart:
        return _("Pairs %(one)s and %(other)s never meet", one=one, other=other)
    return _("Pairs %(one)s and %(other)s may meet", one=one, other=other)


@describes(TableKept)
def _describe_table_kept(body: TableKept, _act: TournamentAct, _to: Tournament) -> str:
    if body.table:
        return _("Pair %(pair)s keeps table %(table)s", pair=body.pair, table=body.table)
    return _("Pair %(pair)s keeps no table", pair=body.pair)


@describes(ClubsKeptApart)
def _describe_clubs_apart(body: ClubsKeptApart, _act: TournamentAct, _to: Tournament) -> str:
    return _("Pairs of one club are kept apart") if body.apart else _("Pairs of one club may meet")


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
    told = scores_text(score)
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
def _describe_adjusted(body: PointsAdjusted, _act: TournamentAct, _to: Tournament) -> str:
    return _(
        "Pair %(pair)s: %(points)s (%(to)s)",
        pair=body.pair,
        points=signed_text(body.points),
        to=dict(CRITERIA.items()).get(body.to, body.to),
    )


@describes(LotsDrawn)
def _describe_lots(_body: LotsDrawn, _act: TournamentAct, _to: Tournament) -> str:
    return _("Lots were drawn for all pairs")


@describes(FinalSetUp)
def _describe_final(body: FinalSetUp, _act: TournamentAct, _to: Tournament) -> str:
    return _("A final of %(count)s pairs was set up", count=body.count)


@describes(RoleTaken)
def _describe_role(body: RoleTaken, _act: TournamentAct, _to: Tournament) -> str:
    if body.role == "organiser":
        return _("Another device organises, too")
    return _("A device helps")


@describes(HelperNamed)
def _describe_helper_named(body: HelperNamed, _act: TournamentAct, _to: Tournament) -> str:
    return _("A link for helper %(number)s", number=body.helper)


@describes(HelperRemoved)
def _describe_helper_removed(body: HelperRemoved, _act: TournamentAct, _to: Tournament) -> str:
    if not body.helper:
        return _("Who helped without a name was removed")
    return _("Helper %(number)s was removed", number=body.helper)


@describes(ErasingBegun)
def _describe_erasing(_body: ErasingBegun, _act: TournamentAct, _to: Tournament) -> str:
    return _("All names are being erased")


@describes(AllNamesErased)
def _describe_names_erased(body: AllNamesErased, _act: TournamentAct, _to: Tournament) -> str:
    return ERASED_BY.say(body.by)


@describes(PairErased)
def _describe_pair_erased(body: PairErased, _act: TournamentAct, _to: Tournament) -> str:
    return _("The names of pair %(pair)s were erased", pair=body.pair)


@describes(ActUndone)
def _describe_undone(body: ActUndone, act: TournamentAct, tournament: Tournament) -> str:
    last = undone_by(tournament, act)
    if last is act:  # nobody could write it
        return _("undone: %(act)s", act=body.seq)
    return _undoing_text(act, tournament, act_text(last, tournament))


def _undoing_text(act: TournamentAct, tournament: Tournament, name: str) -> str:
    """The undoing of what is called so in the end."""
    assert act.body.undoes is not None
    if tournament.acts[act.body.undoes - 1].body.undoes is not None:
        return _("brought back: %(act)s", act=name)
    return _("undone: %(act)s", act=name)
