"""The cost of event digests to a save: saves with digests and without, in turn, in one process.

A save here is the service's alone, without a form and HTTP; of a whole one the digest is less.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import thread_time
from typing import Final
from unittest.mock import patch

from bench.seeding import House
from bench.table import Row, at_most, microseconds, row
from scorekeeper.store import streams

HANDS: Final = 20
"""In each match before it is measured: an evening's."""
SAVES: Final = 100
"""Of each kind in a round."""
_WANTED: Final = 1.03


def digest_rows(rounds: int, saves: int, folder: Path) -> Iterator[Row]:
    """The CPU of a save with digests by that of one without; a round has fresh matches."""
    house = House(folder / "digests")
    _one_round(house, saves)  # once to warm up
    told = [_one_round(house, saves) for _ in range(rounds)]
    house.close()
    ours, limit = zip(*told, strict=True)
    what = "CPU of a save with the digest of its event / without digests"
    yield row(what, ours, limit, microseconds, at_most(_WANTED))


def _one_round(house: House, saves: int) -> tuple[float, float]:
    """The seconds of a save with digests and without, one of each in turn."""
    matches = [house.play(HANDS), house.play(HANDS)]
    spent = [0.0, 0.0]
    for _ in range(saves):
        for at, way in enumerate((nullcontext, _without_digests)):
            with way():
                begin = thread_time()
                matches[at] = house.save(matches[at])
                spent[at] += thread_time() - begin
    return spent[0] / saves, spent[1] / saves


def _without_digests() -> AbstractContextManager[object]:
    """Switch digests off: none is made, and none is checked."""
    return patch.multiple(streams, digest_of=lambda *_: "", is_whole=lambda *_: True)
