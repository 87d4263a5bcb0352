"""Set-ups kept busy, and what an answer costs them."""

from collections.abc import Sequence
from statistics import median

from bench.flows import Flow
from bench.load import Heard, Load
from bench.server.setups import SetUp


class Asked:
    """A set-up, and connections that ask it."""

    def __init__(self, load: Load, set_up: SetUp, flows: Sequence[Flow]) -> None:
        """All of them have one label."""
        self.set_up = set_up
        self._load, self._flows = load, load.add(flows)
        self._costs: list[float] = []

    @property
    def cost(self) -> float:
        """Seconds of CPU of an answer, in the servers and their PostgreSQL: a median of rounds."""
        return median(self._costs[1:])

    def rate(self, seconds: float) -> float:
        """Answers a second."""
        before = self.set_up.cpu()
        (heard,) = self._load.run(self._flows, seconds).values()
        used = self.set_up.cpu() - before
        self._costs.append(used / (len(heard.times) + heard.refused))
        self.hear(heard)
        return heard.rate

    def hear(self, heard: Heard) -> None:
        """For whoever wants to know more of a round."""
