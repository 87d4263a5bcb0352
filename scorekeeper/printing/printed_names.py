"""Names a tournament and its pairs on paper."""

from dataclasses import dataclass
from datetime import date

from scorekeeper.i18n import long_date


@dataclass(frozen=True, slots=True)
class TournamentHead:
    """The head of everything that is printed of a tournament."""

    name: str
    day: date | None = None
    place: str = ""
    organiser: str = ""

    @property
    def facts(self) -> tuple[str, ...]:
        """Date and place, as far as they are known."""
        return tuple(filter(None, (long_date(self.day) if self.day else "", self.place)))


@dataclass(frozen=True, slots=True)
class PairNames:
    """A pair."""

    number: str
    players: tuple[str, str]
    club: str = ""

    partner: str = ""
    """The number of the second player, where two players are a pair at one table alone."""

    @property
    def numbers(self) -> tuple[str, str]:
        """The number of each player."""
        return (self.first, self.partner) if self.partner else (self.number, self.number)

    @property
    def first(self) -> str:
        """The number of the first player."""
        return self.number.removesuffix(f" & {self.partner}")

    @property
    def label(self) -> str:
        """Number and club: `7 · Αετοί`."""
        return " · ".join(text for text in (self.number, self.club) if text)

    @property
    def names(self) -> str:
        """Both players."""
        return " – ".join(name for name in self.players if name)
