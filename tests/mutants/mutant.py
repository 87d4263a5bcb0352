"""One change to one line of the rules."""

from typing import NamedTuple


class Mutant(NamedTuple):
    """A change, named so that it is found again when the lines around it have moved."""

    file: str
    line: int
    source: str
    """The line as it stands there."""
    change: str
    place: int
    """Among the changes to the file."""

    @property
    def name(self):
        """The key of the mutant in `equivalent`."""
        return self.file, self.source, self.change

    def __str__(self):
        return f"{self.file}:{self.line}: {self.change}\n    {self.source}"
