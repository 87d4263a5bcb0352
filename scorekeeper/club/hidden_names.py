"""What was typed in a club's matches and tournaments, and may give away who is a number. Pure.

Their own pages have the names that were typed there: strangers are not led from the club to one
that names somebody who is a number to them.
"""

import re
from collections.abc import Iterator
from itertools import chain

from scorekeeper.club.club_seasons import CountedSeason
from scorekeeper.club.club_state import Club
from scorekeeper.club.match_membership import seating_at_entries, seatings_of
from scorekeeper.match.acts.draft import players_of
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.match import Match, side_of
from scorekeeper.tournament.pair_names import sounding_runs
from scorekeeper.tournament.state import Tournament


def is_hidden(club: Club, text: str) -> bool:
    """Does the text give the name of somebody who is a number to strangers?"""
    return club.has_numbers and not club.hidden_names.isdisjoint(sounding_runs(text))


def does_match_tell(club: Club, address: str, ledger: Ledger) -> bool:
    """Does a match of the club name somebody who is a number to strangers, or was one?

    Its history tells earlier names, too, and reasons.
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
    """Does a tournament of the club name somebody who is a number to strangers, or was one?"""
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
    """The number of somebody who is known by it alone; 0 of anybody else."""
    if entry not in club.persons or not club.is_numbered(entry):
        return 0
    return club.persons[club.who_is(entry)].number


def _is_called_otherwise(number: int, name: str) -> bool:
    """Is somebody who is known by this number called by anything else?"""
    return bool(number and name) and re.findall("[0-9]+", name) != [str(number)]
