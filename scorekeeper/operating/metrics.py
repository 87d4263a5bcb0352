"""Metrics since the server's start, counted by all its processes together.

The counts lie in memory that the processes share: all are forked from the one that made it. A file
would break on a full disk, and a killed server would leave it behind. Each process writes into its
own column, and a reader adds the columns up. A process that replaces an ended one goes on in its
column, so that no count ever falls.

Every series is known beforehand: no label comes from a request.
"""

import mmap
import threading
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

COLUMNS: Final = 9
"""More than the processes that there are at once, also while some take the place of others."""
OF_JOBS: Final = 0
"""The column of every process that was given none."""
_CELLS: Final = 512
"""In each column: one page of memory."""
_BYTES: Final = 8

_cells: Final = memoryview(mmap.mmap(-1, COLUMNS * _CELLS * _BYTES)).cast("d")
_lock: Final = threading.Lock()
_places: Final[dict[tuple[str, ...], int]] = {}
_own = OF_JOBS * _CELLS
"""The first cell of this process's column."""
_used_columns = 0
"""Cells of a column that belong to a series."""

STARTED: Final = time.time()
"""When the server was started, in seconds since 1970: its processes are forked later."""


def use_column(number: int) -> None:
    """Let this process count in the column from now on."""
    global _own
    _own = number * _CELLS


def _place(series: tuple[str, ...], width: int) -> int:
    """The series' first cell in each column; the same one at every call."""
    global _used_columns
    if series not in _places:
        if _used_columns + width > _CELLS:
            raise MemoryError(f"no room to count {series}")
        _places[series] = _used_columns
        _used_columns += width
    return _places[series]


def _total(place: int) -> float:
    return sum(_cells[place + column * _CELLS] for column in range(COLUMNS))


class Counter(Collector):
    """How often something happened, for each value of its one label, if it has one."""

    def __init__(self, name: str, help_text: str, label: str = "", values: Iterable[str] = ("",)):
        self._name, self._help = name, help_text
        self._labels = [label] if label else []
        self._at = {value: _place((name, value), 1) for value in values}

    def add(self, value: str = "", times: int = 1) -> None:
        """Add this number to the value's count."""
        place = self._at[value]
        with _lock:
            _cells[_own + place] += times

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Yield the counts in Prometheus' form."""
        family = CounterMetricFamily(self._name, self._help, labels=self._labels)
        for value, place in self._at.items():
            family.add_metric([value][: len(self._labels)], _total(place))
        yield family


class Durations(Collector):
    """How often something took how long, for each combination of its labels' values."""

    def __init__(
        self, name: str, help_text: str, labels: Mapping[str, Iterable[str]], upto: Sequence[float]
    ):
        self._name, self._help, self._labels, self._upto = name, help_text, tuple(labels), upto
        width = len(upto) + 2  # what took longer, and the sum of seconds
        self._at = {series: _place((name, *series), width) for series in product(*labels.values())}

    def add(self, *series: str, seconds: float) -> None:
        """Count one more of this series, with its seconds."""
        place = _own + self._at[series]
        with _lock:
            _cells[place + bisect_left(self._upto, seconds)] += 1
            _cells[place + len(self._upto) + 1] += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Yield the durations in Prometheus' form."""
        family = HistogramMetricFamily(self._name, self._help, labels=self._labels)
        ends = [*(str(end) for end in self._upto), "+Inf"]
        for series, place in self._at.items():
            buckets, count = [], 0.0
            for number, end in enumerate(ends):
                count += _total(place + number)
                buckets.append((end, count))
            if count:
                family.add_metric(series, buckets, _total(place + len(ends)))
        yield family


REQUESTS: Final = Durations(
    "tefteri_request_seconds",
    "How long requests took",
    {"what": ("poll", "read", "write"), "status": ("2xx", "3xx", "4xx", "5xx")},
    (0.01, 0.05, 0.25, 1.0, 5.0),
)
SAVES: Final = Counter(
    "tefteri_saves", "Acts that were kept", "of", ("match", "tournament", "club")
)
CONFLICTS: Final = Counter(
    "tefteri_conflicts", "Answers with 409: somebody else had written meanwhile"
)
REFUSALS: Final = Counter("tefteri_refusals", "Answers with 429: an address asked too much")
COUNTED: Final[tuple[Collector, ...]] = (REQUESTS, SAVES, CONFLICTS, REFUSALS)
