"""How far a tournament came, and who won it: what a list of tournaments tells of each."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.tournament.finals import final_of, is_played
from scorekeeper.tournament.pair_list import Pair
from scorekeeper.tournament.pair_traces import new_pairs
from scorekeeper.tournament.playing import play_round
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.standing import standing_of

AbsentFinal = Literal["final_elsewhere", "final_damaged"]
"""Why nobody knows its winner: the final is another file, or is damaged in the database."""
HowFar = Literal["undrawn", "playing", "before_final", AbsentFinal, "over"]
"""`before_final`: all planned rounds are played, and the final is not."""


@dataclass(frozen=True, slots=True)
class TournamentOutcome:
    """A tournament, how far it came, and who won."""

    loaded_tournament: LoadedTournament
    stand: HowFar
    done: int
    """The tables of the last round that have a result."""
    winners: tuple[Pair, ...]
    """Several where nothing tells them apart; nobody before all is played."""


def outcome_of(loaded_tournament: LoadedTournament) -> TournamentOutcome:
    """How far it came. One with a final is won by whoever wins that."""
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    if last is None:
        return TournamentOutcome(loaded_tournament, "undrawn", 0, ())
    done = sum(one.score is not None for one in play_round(loaded_tournament, last))
    if not is_played(loaded_tournament):
        return TournamentOutcome(loaded_tournament, "playing", done, ())
    if absent := absent_final(loaded_tournament):
        return TournamentOutcome(loaded_tournament, absent, done, ())
    final = final_of(loaded_tournament)
    if final is not None and not is_played(final):
        return TournamentOutcome(loaded_tournament, "before_final", done, ())
    return TournamentOutcome(loaded_tournament, "over", done, _first(final or loaded_tournament))


def played_final_of(loaded_tournament: LoadedTournament) -> LoadedTournament | None:
    """Its final once a round of that is drawn."""
    final = final_of(loaded_tournament)
    return final if final is not None and final.tournament.rounds else None


def keys_in_final(loaded_tournament: LoadedTournament, final: LoadedTournament) -> dict[str, str]:
    """The keys that pairs have in the final, by those that they have here, or had."""
    set_up = loaded_tournament.tournament.final_set_up
    # In finals of before they were numbered anew.
    there = (str(number) for number, _new in new_pairs(final.tournament.acts))
    return dict(zip(set_up.pairs if set_up else (), there, strict=False))


def final_order(loaded_tournament: LoadedTournament) -> list[tuple[int, str]]:
    """Place and pair, the first first; behind those of its final the others, counted through."""
    standing = [(row.place, row.pair) for row in standing_of(loaded_tournament)]
    final = played_final_of(loaded_tournament)
    if final is None:
        return standing
    pairs, there = loaded_tournament.tournament.pairs, keys_in_final(loaded_tournament, final)
    keys = {other: key for key, other in there.items() if key in pairs}
    first = [(row.place, keys[row.pair]) for row in standing_of(final) if row.pair in keys]
    finalists = {key for _place, key in first}
    others = [one for one in standing if one[1] not in finalists]
    places = [place for place, _key in others]
    behind = [(len(first) + 1 + places.index(place), key) for place, key in others]
    return [*first, *behind]


def absent_final(loaded_tournament: LoadedTournament) -> AbsentFinal | None:
    """Why its final cannot be asked who won; None where it can, and without a final."""
    if loaded_tournament.tournament.is_final_elsewhere:
        return "final_elsewhere"
    has_final = bool(loaded_tournament.tournament.final)
    return "final_damaged" if has_final and final_of(loaded_tournament) is None else None


def _first(loaded_tournament: LoadedTournament) -> tuple[Pair, ...]:
    pairs = loaded_tournament.tournament.pairs
    return tuple(pairs[row.pair] for row in standing_of(loaded_tournament) if row.place == 1)
