"""Pages to be printed as a job: their layouts, and the texts of each page."""

from typing import NamedTuple


class Layouts(NamedTuple):
    """The input of `stamping.stamp`; it can be sent to another process as JSON."""

    html: str
    """A page for each layout."""
    pages: tuple[tuple[int, dict[str, str]], ...]
    """Which layout each page has, and its texts by their names there."""
