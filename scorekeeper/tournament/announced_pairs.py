"""Pairs that announce themselves and check in by their code, and that the organiser takes.

The code follows from the server's secret key. So it is not stored, and an organiser can say it
again. It is short enough to be typed, and wrong codes are counted.
"""

import hashlib
import hmac
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import starmap
from typing import Final, NamedTuple

from scorekeeper.config import current_settings
from scorekeeper.draws.model import draw_lot
from scorekeeper.journal.act import act_done_by, redact
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict
from scorekeeper.store.db import writing
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.pair_acts import (
    Attended,
    NewPair,
    PairChanged,
    PairsAdded,
    may_be_deleted,
)
from scorekeeper.tournament.acts.registrations import (
    PairRegistered,
    RegistrationBody,
    RegistrationChanged,
    RegistrationEnded,
)
from scorekeeper.tournament.finals import is_drawn
from scorekeeper.tournament.pasted_list import named_twice
from scorekeeper.tournament.round_draw import new_seed
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.tournament_set_up import Registration

_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters that cannot be taken for another one."""
_LENGTH: Final = 8


class UnknownCode(Exception):
    """No registration of this tournament has the code."""


class Registered(NamedTuple):
    """A registration as it stands."""

    loaded_tournament: LoadedTournament
    registration: Registration


def code_of(public_id: str, number: int) -> str:
    """The code of a registration: `K7QF 2MXD`."""
    key = current_settings().secret_key.encode()
    text = f"the code of the registration {number} of the tournament {public_id}".encode()
    rest = int.from_bytes(hmac.new(key, text, hashlib.sha256).digest(), "big")
    letters = ""
    for _place in range(_LENGTH):
        rest, at = divmod(rest, len(_LETTERS))
        letters += _LETTERS[at]
    return f"{letters[:4]} {letters[4:]}"


def registration_with(loaded_tournament: LoadedTournament, code: str) -> Registration:
    """The registration with this code, however it is typed.

    :raises UnknownCode: none has it.
    """
    typed = _plain(code)
    found = [
        one
        for one in loaded_tournament.tournament.registrations.values()
        if hmac.compare_digest(_plain(code_of(loaded_tournament.public_id, one.number)), typed)
    ]
    if not found or found[0].state == "ended":
        raise UnknownCode
    return found[0]


def _plain(code: str) -> bytes:
    return "".join(char for char in code.upper() if char in _LETTERS).encode()


def places_of(tournament: Tournament) -> dict[int, int]:
    """The places on the waiting list of those who wait, by their numbers; 0 has room.

    Who withdraws makes room for the next. A single has no place before there is a partner.
    """
    waiting = [one for one in tournament.waiting if one not in tournament.singles]
    coming = sum(not pair.withdrawn for pair in tournament.pairs.values())
    room = tournament.door.most - coming if tournament.door.most else len(waiting)
    places = {one.number: max(0, at - max(0, room)) for at, one in enumerate(waiting, 1)}
    return {**places, **{one.number: 0 for one in tournament.singles}}


def check(
    loaded_tournament: LoadedTournament, op_id: str, players: tuple[str, str], club: str
) -> None:
    """See whether a pair can announce itself so.

    :raises TournamentRefused: the list is closed or full, all is drawn, or a name is unfit.
    """
    if not loaded_tournament.tournament.has_done(op_id):
        _new(loaded_tournament, players, club).check(loaded_tournament.tournament)


def _new(
    loaded_tournament: LoadedTournament, players: tuple[str, str], club: str
) -> PairRegistered:
    # The act itself does not ask: earlier versions wrote some after the last round.
    if is_drawn(loaded_tournament.tournament):
        raise TournamentRefused(Fault("door_closed", "registration"))
    number = len(loaded_tournament.tournament.registrations) + 1
    return PairRegistered(registration=number, players=players, club=club)


def register(
    public_id: str, phone_id: int, op_id: str, players: tuple[str, str], club: str
) -> Registered:
    """The new registration of a pair; the same operation again gives the same one.

    :raises NotFound: there is no such tournament.
    :raises Conflict: the operation was something else.
    :raises TournamentRefused: the list is closed or full, all is drawn, or a name is unfit.
    """
    request: Json = {"players": [*players], "club": club}
    with writing(public_id, op_id):
        loaded_tournament = find_tournament(public_id)
        if TOURNAMENTS.is_repeat(loaded_tournament, phone_id, op_id, PairRegistered.kind, request):
            return _made_by(loaded_tournament, op_id)
        body = _new(loaded_tournament, players, club)
        loaded_tournament = TOURNAMENTS.append(loaded_tournament, phone_id, op_id, body, request)
        return _made_by(loaded_tournament, op_id)


def _made_by(loaded_tournament: LoadedTournament, op_id: str) -> Registered:
    tournament = loaded_tournament.tournament
    act = act_done_by(op_id, tournament.acts)
    assert act is not None
    assert isinstance(act.body, PairRegistered)
    return Registered(loaded_tournament, tournament.registrations[act.body.registration])


def last_act_of(tournament: Tournament, number: int) -> int:
    """The seq of the last act about this registration: a form of it was read behind that."""
    return tournament.last_seq(f"registration {number}")


def change(
    public_id: str,
    phone_id: int,
    op_id: str,
    code: str,
    players: tuple[str, str],
    club: str,
    after: int | None = None,
) -> Registered:
    """The registration with other names, as long as it waits.

    :raises UnknownCode: no registration has the code.
    :raises Conflict: there was another act about it since `after`.
    :raises NotFound, TournamentRefused: as of `register`.
    """

    def body_of(registration: Registration) -> TournamentBody:
        return RegistrationChanged(registration=registration.number, players=players, club=club)

    return _write(public_id, phone_id, op_id, code, body_of, after=after)


def check_in(public_id: str, phone_id: int, op_id: str, code: str) -> Registered:
    """The registration whose pair is there now.

    :raises TournamentRefused: the check-in is closed, or the organiser has not taken the pair.
    :raises UnknownCode, NotFound, Conflict: as of `change`.
    """

    def body_of(registration: Registration) -> TournamentBody:
        return Attended(present=(registration.pair,), absent=())

    return _write(public_id, phone_id, op_id, code, body_of, is_for_pair=True)


def may_say_by_name(tournament: Tournament, pair: str) -> bool:
    """May this pair check in without a code? A pair that announced itself has a code."""
    has_code = any(one.pair == pair for one in tournament.registrations.values())
    return tournament.door.check_in and pair in tournament.pairs and not has_code


def check_by_name(loaded_tournament: LoadedTournament, op_id: str, pair: str) -> None:
    """See whether it can be said so that the pair is there.

    :raises TournamentRefused: the check-in is closed, the pair has a code, or it has withdrawn.
    """
    tournament = loaded_tournament.tournament
    if tournament.has_done(op_id):
        return
    if not may_say_by_name(tournament, pair) or tournament.pairs[pair].withdrawn:
        raise TournamentRefused(Fault("no_check_in", "pair"))


def check_in_by_name(public_id: str, phone_id: int, op_id: str, pair: str) -> LoadedTournament:
    """The tournament in which the pair, which the organiser wrote down, is there now.

    :raises TournamentRefused: as of `check_by_name`.
    :raises NotFound, Conflict: as of `change`.
    """
    body = Attended(present=(pair,), absent=())
    with writing(public_id, op_id):
        loaded_tournament = find_tournament(public_id)
        if TOURNAMENTS.is_repeat(loaded_tournament, phone_id, op_id, body.kind, body.data):
            return loaded_tournament
        check_by_name(loaded_tournament, op_id, pair)
        if loaded_tournament.tournament.pairs[pair].present:
            return loaded_tournament
        return TOURNAMENTS.append(loaded_tournament, phone_id, op_id, body, body.data)


def withdraw(
    public_id: str, phone_id: int, op_id: str, code: str, after: int | None = None
) -> LoadedTournament:
    """The tournament without the registration: its names go; a pair that was taken withdraws.

    :raises TournamentRefused: the pair is in a draw: its organiser says that it withdraws.
    :raises UnknownCode, NotFound, Conflict: as of `change`.
    """
    with writing(public_id, op_id):
        loaded_tournament = find_tournament(public_id)
        request: Json = {"withdraw": _plain(code).decode()}
        act = act_done_by(op_id, loaded_tournament.tournament.acts)
        kind = act.kind if act else RegistrationEnded.kind
        if TOURNAMENTS.is_repeat(loaded_tournament, phone_id, op_id, kind, request):
            return loaded_tournament
        registration = registration_with(loaded_tournament, code)
        _check_unchanged(loaded_tournament, registration, after)
        if registration.state == "accepted":
            if not may_be_deleted(loaded_tournament.tournament, registration.pair):
                raise TournamentRefused(Fault("in_draw", "registration"))
            body = PairChanged(pair=registration.pair, withdrawn=True)
            return TOURNAMENTS.append(loaded_tournament, phone_id, op_id, body, request)
        acts = loaded_tournament.tournament.acts
        own = [act for act in acts if is_about(act.body, registration.number)]
        TOURNAMENTS.rewrite(loaded_tournament, map(redact, own))
        ended = RegistrationEnded(registration=registration.number)
        return TOURNAMENTS.append(loaded_tournament, phone_id, op_id, ended, request)


def is_about(body: TournamentBody, number: int) -> bool:
    """Is it an act about this registration?"""
    return isinstance(body, RegistrationBody) and body.registration == number


def _write(
    public_id: str,
    phone_id: int,
    op_id: str,
    code: str,
    body_of: Callable[[Registration], TournamentBody],
    *,
    after: int | None = None,
    is_for_pair: bool = False,
) -> Registered:
    with writing(public_id, op_id):
        loaded_tournament = find_tournament(public_id)
        registration = registration_with(loaded_tournament, code)
        body = body_of(registration)
        if TOURNAMENTS.is_repeat(loaded_tournament, phone_id, op_id, body.kind, body.data):
            return Registered(loaded_tournament, registration)
        tournament = loaded_tournament.tournament
        _check_unchanged(loaded_tournament, registration, after)
        if is_for_pair:
            _check_at_door(tournament, registration)
            if tournament.pairs[registration.pair].present:
                return Registered(loaded_tournament, registration)
        loaded_tournament = TOURNAMENTS.append(loaded_tournament, phone_id, op_id, body, body.data)
        registration = loaded_tournament.tournament.registrations[registration.number]
        return Registered(loaded_tournament, registration)


def _check_unchanged(
    loaded_tournament: LoadedTournament, registration: Registration, after: int | None
) -> None:
    """Two phones with one code do not undo each other unseen."""
    last = last_act_of(loaded_tournament.tournament, registration.number)
    if after is not None and after != last:
        raise Conflict(loaded_tournament)


def _check_at_door(tournament: Tournament, registration: Registration) -> None:
    if not tournament.door.check_in or registration.pair not in tournament.pairs:
        raise TournamentRefused(Fault("no_check_in", "registration"))


def take(
    public_id: str, phone_id: int | None, op_id: str, revision: int, number: int | None
) -> LoadedTournament:
    """The tournament with the registration of this number as a pair.

    Without a number, with all that have a place, were shown at `revision` and stand there once.

    :raises NotFound, NotAllowed, TournamentRefused: as of `Organised.write`.
    :raises Conflict: as of `Organised.write`; also if other names were given since.
    """

    def pairs_of(tournament: Tournament) -> PairsAdded:
        numbers = _all_with_place(tournament, revision) if number is None else [number]
        return _body(tournament, numbers)

    return _add(public_id, phone_id, op_id, revision, {"take": number}, pairs_of)


def _add(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    operation_request: Json,
    pairs_of: Callable[[Tournament], PairsAdded],
) -> LoadedTournament:
    """The tournament with the pairs that `pairs_of` makes of those who wait in it."""
    with writing(public_id, op_id):
        body = pairs_of(find_tournament(public_id).tournament)
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            return loaded_tournament
        return TOURNAMENTS.append(loaded_tournament, phone_id, op_id, body, operation_request)


def _body(tournament: Tournament, numbers: Collection[int]) -> PairsAdded:
    return PairsAdded(
        pairs=tuple(
            NewPair(
                players=one.players,
                club=one.club,
                present=not tournament.door.check_in,
                registration=one.number,
            )
            for one in tournament.registrations.values()
            if one.number in numbers
        )
    )


def _all_with_place(tournament: Tournament, revision: int) -> list[int]:
    """Those that wait and have a place, but for players of another pair: the organiser looks."""
    doubles = doubles_of(tournament)
    shown = {
        act.body.registration
        for act in tournament.acts[:revision]
        if isinstance(act.body, PairRegistered)
    }
    return [
        number
        for number, place in places_of(tournament).items()
        if not place and number in shown and number not in doubles
        if any(tournament.registrations[number].players)  # else its names were erased
        if tournament.registrations[number] not in tournament.singles
    ]


def pair_singles(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    numbers: Sequence[int] | None,
) -> LoadedTournament:
    """The tournament with a pair of these two singles; without numbers, with all paired by lot.

    Of an odd number one stays alone, by lot, too.

    :raises NotFound, NotAllowed, TournamentRefused, Conflict: as of `take`.
    """
    return _add(
        public_id,
        phone_id,
        op_id,
        revision,
        {"singles": None if numbers is None else [*numbers]},
        partial(_pairs_of_singles, numbers=numbers),
    )


def _pairs_of_singles(tournament: Tournament, numbers: Sequence[int] | None) -> PairsAdded:
    singles = {one.number: one for one in tournament.singles}
    seed = new_seed() if numbers is None else None
    if seed is None:
        chosen = [singles[number] for number in numbers or () if number in singles]
    else:
        chosen = partners_by_lot(seed, singles.values())
    couples = zip(chosen[::2], chosen[1::2], strict=False)
    return PairsAdded(pairs=tuple(starmap(partial(_couple, tournament), couples)), seed=seed)


def partners_by_lot(seed: int, singles: Iterable[Registration]) -> list[Registration]:
    """The singles in the order of their lots: the first two are a pair, and so on."""
    return sorted(singles, key=lambda one: draw_lot(seed, one.number))


def _couple(tournament: Tournament, one: Registration, other: Registration) -> NewPair:
    return NewPair(
        players=(one.players[0], other.players[0]),
        club=one.club if one.club == other.club else "",
        present=not tournament.door.check_in,
        registration=one.number,
        partner_registration=other.number,
    )


def doubles_of(tournament: Tournament) -> dict[int, tuple[tuple[str, str], ...]]:
    """The players of registrations who are in another pair, too, or announced twice."""
    named = [(f"{pair.number}", pair.players) for pair in tournament.pairs.values()]
    named += [(f"+{one.number}", one.players) for one in tournament.waiting]
    found = named_twice(named).items()
    return {int(place): names for place, names in found if place.startswith("+")}


def renamed_in(acts: Iterable[TournamentAct]) -> frozenset[int]:
    """The registrations that got other names by these acts."""
    return frozenset(
        act.body.registration for act in acts if isinstance(act.body, RegistrationChanged)
    )
