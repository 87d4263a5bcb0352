"""Add up what the pairs owe and have paid, and share the prizes out."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.tournament.finals import absent_final, final_order
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.tournament_set_up import Pair


class Account(NamedTuple):
    """A pair with its fee and its payment, in cents."""

    pair: Pair
    due: int
    paid: int


class Sums(NamedTuple):
    """The sums of all accounts, in cents."""

    due: int
    paid: int
    missing: int
    """The sum of the pairs' debts; another pair's overpayment does not lower it."""
    missing_absent: int
    """The part of it that absent pairs owe."""
    overpaid: int


class Prize(NamedTuple):
    """A pair with its prize, in cents."""

    place: int
    pair: Pair
    amount: int


def accounts_of(tournament: Tournament) -> list[Account]:
    """Return the accounts of all pairs; a withdrawn pair that has paid nothing owes nothing."""
    return [_account(tournament, pair) for pair in tournament.pairs.values()]


def sums_of(accounts: Sequence[Account]) -> Sums:
    """Add the accounts up."""
    return Sums(
        sum(one.due for one in accounts),
        sum(one.paid for one in accounts),
        sum(_missing(one) for one in accounts),
        sum(_missing(one) for one in accounts if not one.pair.plays),
        sum(max(one.paid - one.due, 0) for one in accounts),
    )


def _missing(account: Account) -> int:
    return max(account.due - account.paid, 0)


def _account(tournament: Tournament, pair: Pair) -> Account:
    due = tournament.money.fee if pair.due is None else pair.due
    paid = (due if pair.paid else 0) if pair.payment is None else pair.payment
    return Account(pair, 0 if pair.withdrawn and not paid else due, paid)


def share(places: Iterable[tuple[int, str]], prizes: Sequence[int]) -> dict[str, int]:
    """Return the prizes by pair: pairs that share a place get the mean of their places' prizes.

    A cent that cannot be shared goes to no pair.

    >>> share([(1, "4"), (2, "7"), (2, "9"), (4, "1")], [10000, 6000, 4001])
    {'4': 10000, '7': 5000, '9': 5000}
    """
    found: dict[str, int] = {}
    for place, group in groupby(places, key=lambda one: one[0]):
        keys = [key for _place, key in group]
        amount = sum(prizes[place - 1 : place - 1 + len(keys)]) // len(keys)
        found |= {key: amount for key in keys if amount}
    return found


def prizes_of(loaded_tournament: LoadedTournament) -> list[Prize]:
    """Return the prizes of the pairs by the present standings.

    The pairs of a final come before all others, in its order. The list is empty where the final is
    on another server.
    """
    if absent_final(loaded_tournament):
        return []
    tournament = loaded_tournament.tournament
    places = final_order(loaded_tournament)
    shares = share(places, tournament.money.prizes)
    return [
        Prize(place, tournament.pairs[key], shares[key]) for place, key in places if key in shares
    ]
