"""Erasing the names in a club or of one person, and finding pages that reveal a hidden name.

Names in the club's tournaments and matches are erased there. Pages of these show the names as they
were typed. So the club gives strangers no link to a page with the name of a person shown by number.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Final

from scorekeeper.club.acts.club_fields import ClubFault, ClubRefused
from scorekeeper.club.acts.club_set_ups import AddressesClosed, ClubNamesErased, PersonErased
from scorekeeper.club.acts.roster import NewPlayersKnown, PersonAdded, PersonChanged
from scorekeeper.club.club_matches import matches_at, seating_at_entries, seatings_of
from scorekeeper.club.club_seasons import CountedSeason
from scorekeeper.club.club_service import CLUBS, LoadedClub, club_after, find_club, replay_club
from scorekeeper.club.club_state import Club, ClubAct
from scorekeeper.journal.act import redact
from scorekeeper.journal.body import By
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.acts.draft import players_of
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.erasure import forget_sheets
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.rules.match import Match, side_of
from scorekeeper.store import tournament_queries
from scorekeeper.store.db import writing
from scorekeeper.store.faults import DatabaseUnavailable
from scorekeeper.tournament.pair_names import sounding_runs
from scorekeeper.tournament.service import TOURNAMENTS
from scorekeeper.tournament.state import Tournament


def is_hidden(club: Club, text: str) -> bool:
    """Does the text give the name of a person shown by number?"""
    return club.has_numbers and not club.hidden_names.isdisjoint(sounding_runs(text))


def does_match_tell(club: Club, address: str, ledger: Ledger) -> bool:
    """Does a match of the club name a person who is or was shown by number?

    Its history shows earlier names, too, and reasons.
    """
    if address in club.closed:
        return True
    if not club.has_numbers:
        return False
    if any(is_hidden(club, text) for act in ledger.acts for text in act.body.typed_texts()):
        return True
    players = dict(zip(seating_at_entries(ledger), ledger.players, strict=True))
    for since, persons in seatings_of(ledger):
        called = [players.get(since, players_of(ledger.match))]
        if not since:
            called += [players_of(head) for head in _heads(ledger)]
        for seat, entry in persons.items():
            number, side, place = _number(club, entry), side_of(seat), int(seat[1]) - 1
            if any(_is_called_otherwise(number, there.of(side)[place]) for there in called):
                return True
    return False


def _heads(ledger: Ledger) -> Iterator[Match]:
    """The match as it was begun: its names may have been put right before the first hand."""
    return (act.body.head for act in ledger.acts if isinstance(act.body, Started))


def does_tournament_tell(club: Club, address: str, tournament: Tournament) -> bool:
    """Does a tournament of the club name a person who is or was shown by number?"""
    if address in club.closed:
        return True
    if not club.has_numbers:
        return False
    if not club.hidden_names.isdisjoint(tournament.sounding_names):
        return True
    belonging = club.tournaments.get(address)
    known = belonging.players if belonging else {}
    named = ((key, pair.players) for key, pair in tournament.pairs.items())
    for key, players in chain(named, tournament.put_right):
        numbers = (_number(club, one) for one in known.get(key, ()))
        if any(map(_is_called_otherwise, numbers, players)):
            return True
    return False


def closed_tournaments(club: Club, counted: CountedSeason) -> frozenset[str]:
    """The addresses of those tournaments of a season that strangers are not led to."""
    return frozenset(
        address
        for address, one in counted.tournaments.items()
        if does_tournament_tell(club, address, one.tournament)
    )


def _number(club: Club, entry: str) -> int:
    """The number of a person who is shown by number alone; 0 for anybody else."""
    if entry not in club.persons or not club.is_numbered(entry):
        return 0
    return club.persons[club.who_is(entry)].number


def _is_called_otherwise(number: int, name: str) -> bool:
    """Is a person with this number named by more than the number?"""
    return bool(number and name) and re.findall("[0-9]+", name) != [str(number)]


_TRIES: Final = 5
_AT_ONCE: Final = 500
"""Matches of tables that are folded at a time."""


def erase_club(public_id: str, phone_id: int | None, by: By = "organiser") -> LoadedClub:
    """Erase the club's names and return it; a repeat changes nothing.

    For the operator and by age (`by`) no phone need be an organiser.

    :raises NotFound: there is no such club.
    :raises NotAllowed: this phone does not organise it.
    :raises DatabaseUnavailable: the database was locked too long.
    """
    return _erase(
        public_id,
        partial(CLUBS.find_to_erase, public_id, phone_id, by),
        closing_of,
        lambda loaded_club, phone, closing: redact_club(loaded_club, phone, by, closing),
    )


def _erase(
    public_id: str,
    load: Callable[[], tuple[LoadedClub, int]],
    find_closing: Callable[[LoadedClub], AddressesClosed | None],
    redact_now: Callable[[LoadedClub, int, AddressesClosed | None], None],
) -> LoadedClub:
    """Erase by `redact_now`, with the addresses that stay closed to strangers at that moment.

    They are found before the `writing` block, and again if a person may have been hidden since.

    :raises DatabaseUnavailable: the club changed during every try.
    """
    for _try in range(_TRIES):
        before, _phone = load()
        closing = find_closing(before)
        with writing(public_id):
            loaded_club, phone = load()
            if loaded_club.revision == before.revision:
                redact_now(loaded_club, phone, closing)
                break
    else:
        raise DatabaseUnavailable
    forget_sheets()
    return find_club(public_id)


def closing_of(loaded_club: LoadedClub) -> AddressesClosed | None:
    """Return the addresses that stay closed to strangers once the club's names are erased."""
    return _opened_by(loaded_club, [*map(redact, loaded_club.club.acts)])


def redact_club(
    loaded_club: LoadedClub, phone_id: int, by: By, closing: AddressesClosed | None
) -> None:
    """Take the names out of the club, if that was not the last act. Belongs in a `writing` block.

    `closing` comes from `closing_of`. Printed sheets stay; `forget_sheets` removes them.
    """
    acts = loaded_club.club.acts
    if not isinstance(acts[-1].body, ClubNamesErased):
        loaded_club = _close(loaded_club, phone_id, closing)
        CLUBS.redact_all(loaded_club, phone_id, ClubNamesErased(by=by))


def erase_person(
    public_id: str, phone_id: int | None, person: str, by: By = "organiser"
) -> LoadedClub:
    """The club without the names of this person, in all entries that are the same.

    :raises NotFound, NotAllowed, DatabaseUnavailable: as of `erase_club`.
    :raises ClubRefused: there is no such person.
    """

    def find_closing(loaded_club: LoadedClub) -> AddressesClosed | None:
        by_seq = {act.seq: act for act, _ in _rewritten(loaded_club.club, person)[1]}
        acts = loaded_club.club.acts
        return _opened_by(loaded_club, [by_seq.get(act.seq, act) for act in acts])

    def redact_person(loaded_club: LoadedClub, phone: int, closing: AddressesClosed | None) -> None:
        entries, rewritten = _rewritten(loaded_club.club, person)
        if rewritten:
            _close(loaded_club, phone, closing)
            CLUBS.rewrite(loaded_club, (act for act, _ in rewritten))
            loaded_club = find_club(public_id)
        for entry in entries:
            if any(entry in found for _, found in rewritten):
                body = PersonErased(by=by, person=entry)
                loaded_club = CLUBS.append(loaded_club, phone, new_operation_id(), body)

    load = partial(CLUBS.find_to_erase, public_id, phone_id, by)
    return _erase(public_id, load, find_closing, redact_person)


def _rewritten(club: Club, person: str) -> tuple[list[str], list[tuple[ClubAct, set[str]]]]:
    """The entries that are this person, and the acts without them: see `_without_persons`.

    :raises ClubRefused: there is no such person.
    """
    if person not in club.persons:
        raise ClubRefused(ClubFault("no_person", "person"))
    entries = [one.key for one in club.entries_of(club.who_is(person))]
    return entries, _without_persons(club.acts, entries)


def _opened_by(loaded_club: LoadedClub, redacted: Sequence[ClubAct]) -> AddressesClosed | None:
    """Return the act that keeps closed the addresses that these redacted acts would open to
    strangers.

    It reads every match of the club: never call it in a `writing` block, for which others wait.
    """
    before, after = loaded_club.club, replay_club(redacted)
    if not before.has_numbers:
        return None
    closed, stay = set(), set()
    for address, tells in _checks(loaded_club):
        if tells(before):
            closed.add(address)
            if tells(after):
                stay.add(address)
    opened = sorted(closed - stay)
    return AddressesClosed(addresses=(*opened,)) if opened else None


def _close(loaded_club: LoadedClub, phone_id: int, closing: AddressesClosed | None) -> LoadedClub:
    """Write the closed addresses into the club, before the names go that decide them."""
    if closing is None or loaded_club.club.closed.issuperset(closing.addresses):
        return loaded_club
    return CLUBS.append(loaded_club, phone_id, new_operation_id(), closing)


def _checks(loaded_club: LoadedClub) -> Iterator[tuple[str, Callable[[Club], bool]]]:
    """Yield the club's matches and tournaments, each with its check for hidden names.

    A tournament is checked as a whole, with its final and the matches at its tables.
    """
    for game in matches_at(loaded_club):
        yield game.public_id, partial(does_match_tell, address=game.public_id, ledger=game.ledger)
    evenings = TOURNAMENTS.find_all(loaded_club.club.tournaments)
    evening_of = {one.tournament.final: one.public_id for one in evenings if one.tournament.final}
    finals = TOURNAMENTS.find_all(evening_of)
    for address, one in (
        *((one.public_id, one) for one in evenings),
        *((evening_of[one.public_id], one) for one in finals),
    ):
        yield address, partial(does_tournament_tell, address=address, tournament=one.tournament)
    by_id = {one.id: one.public_id for one in evenings}
    tables = [(by_id[evening], row) for evening, row in tournament_queries.tables_in(by_id)]
    evening_at = {row.public_id: address for address, row in tables}
    rows = [(row.match_id, row.public_id) for _, row in tables]
    for at in range(0, len(rows), _AT_ONCE):
        for public_id, ledger in MATCH_JOURNAL.find_all(rows[at : at + _AT_ONCE]):
            check = partial(does_match_tell, address=public_id, ledger=ledger)
            yield evening_at[public_id], check


def _without_persons(
    acts: Sequence[ClubAct], entries: Sequence[str]
) -> list[tuple[ClubAct, set[str]]]:
    """The acts that named these entries, without them, each with those that it named."""
    names = _names_of(acts, entries)
    rewritten = []
    for act, before in zip(acts[1:], _states_before(acts), strict=True):
        body, found = act.body, set()
        for entry in entries:
            without = body.without_person(entry, names[entry], before)
            if without is not None and without != body:
                body = without
                found.add(entry)
        if found:
            rewritten.append((act._replace(body=body, request_digest=""), found))
    return rewritten


def _names_of(acts: Sequence[ClubAct], entries: Sequence[str]) -> dict[str, set[str]]:
    """Every name that each of these entries had."""
    names: dict[str, set[str]] = {entry: set() for entry in entries}
    for act, before in zip(acts[1:], _states_before(acts), strict=True):
        match act.body:
            case PersonAdded(name=name) if (key := str(len(before.persons) + 1)) in names:
                names[key].add(name)
            case NewPlayersKnown() as body:
                for key, name in body.names_by_person(before).items():
                    if key in names:
                        names[key].add(name)
            case PersonChanged(person=key, name=name) if key in names:
                names[key].add(name)
    return names


def _states_before(acts: Sequence[ClubAct]) -> Iterable[Club]:
    """The club before each act but the first."""
    club = replay_club(acts[:1])
    for act in acts[1:]:
        yield club
        club = club_after(club, act)
