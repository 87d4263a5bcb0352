"""Draws by their requests: each is made once, and one of many pairs at a time."""

import json
from functools import lru_cache
from threading import BoundedSemaphore, Lock
from typing import Final

from scorekeeper.draws.codec import read_tournament
from scorekeeper.draws.model import Draw, DrawProblem
from scorekeeper.draws.next_round import draw
from scorekeeper.services.tournament_acts.body import Fault, TournamentRefused
from scorekeeper.services.tournaments.drawn_rounds import DrawRequest, versioned
from scorekeeper.store.db import DatabaseUnavailable

_MOST_DRAWS: Final = 32
"""Draws in memory."""
MANY_PAIRS: Final = 200
"""From so many on a draw is made alone: a thousand take a fifth of a second of every thread."""
_places: Final = BoundedSemaphore(2)
"""One that is drawn and one that waits for it: other threads are left for the hands."""
_one_at_a_time: Final = Lock()


class CannotDraw(TournamentRefused):
    """The next round cannot be drawn."""

    def __init__(self, *problems: DrawProblem) -> None:
        super().__init__(Fault("cannot_draw", "draw"))
        self.problems = problems
        """The problems as the draw itself tells them."""


def draw_from(request: DrawRequest) -> Draw:
    """Draw the round that is asked for.

    :raises CannotDraw: the request is at fault.
    :raises DatabaseUnavailable: other draws of many pairs are under way.
    """
    return _draw_once(json.dumps(versioned(request)))


@lru_cache(_MOST_DRAWS)
def _draw_once(question: str) -> Draw:
    """Draw once: what was shown is not drawn again when it is written, which can take seconds."""
    field, wrong = read_tournament(json.loads(question))
    if field is None:
        raise CannotDraw(*wrong)
    if len(field.pairs) < MANY_PAIRS:
        return draw(field)
    if not _places.acquire(blocking=False):
        raise DatabaseUnavailable("a draw of many pairs is under way")
    try:
        with _one_at_a_time:
            return draw(field)
    finally:
        _places.release()
