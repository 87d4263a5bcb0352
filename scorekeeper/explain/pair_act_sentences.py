"""What the history says of acts of pairs: the list, the door, the fees, the wishes."""

from collections.abc import Sequence

from scorekeeper.explain.act_sentences import describes
from scorekeeper.explain.money_words import money_text
from scorekeeper.i18n.language import gettext as _
from scorekeeper.services.tournament_acts.added_pairs import PairsAdded, numbers_of
from scorekeeper.services.tournament_acts.lasting_wishes import (
    ClubsKeptApart,
    PairsKeptApart,
    TableKept,
)
from scorekeeper.services.tournament_acts.meta import PairErased
from scorekeeper.services.tournament_acts.money import FeePaid
from scorekeeper.services.tournament_acts.pair_acts import Attended, PairChanged, PairDeleted
from scorekeeper.services.tournament_acts.registrations import (
    PairRegistered,
    RegistrationChanged,
    RegistrationDeclined,
    RegistrationEnded,
)
from scorekeeper.services.tournaments.acts import TournamentAct
from scorekeeper.services.tournaments.pair_traces import new_pairs
from scorekeeper.services.tournaments.replaying import replay
from scorekeeper.services.tournaments.state import Tournament


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


@describes(FeePaid)
def _describe_fee(body: FeePaid, _act: TournamentAct, _to: Tournament) -> str:
    told = [_("owes %(due)s", due=money_text(body.due))] if body.due is not None else []
    if body.payment is not None:
        told.append(_("has paid %(paid)s", paid=money_text(body.payment)))
    return _("Pair %(pair)s: %(new)s", pair=body.pair, new=", ".join(told))


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


@describes(PairErased)
def _describe_pair_erased(body: PairErased, _act: TournamentAct, _to: Tournament) -> str:
    return _("The names of pair %(pair)s were erased", pair=body.pair)
