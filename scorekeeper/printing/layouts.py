"""Pages to be printed as a job: their layouts, and the texts of each page."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_BODY: Final = re.compile("(<body[^>]*>)(.*)(</body>)", re.DOTALL)


class Layouts(NamedTuple):
    """The input of `stamping.stamp`; it can be sent to another process as JSON."""

    html: str
    """A page for each layout."""
    pages: tuple[tuple[int, dict[str, str]], ...]
    """Which layout each page has, and its texts by their names there."""


def join(papers: Sequence[Layouts]) -> Layouts:
    """The papers one after the other, in one file; the last one's styles are those of all."""
    bodies = []
    pages: list[tuple[int, dict[str, str]]] = []
    before = 0
    for paper in papers:
        found = _BODY.search(paper.html)
        assert found is not None
        bodies.append(found[2])
        pages += [(before + layout, texts) for layout, texts in paper.pages]
        before += 1 + max(layout for layout, _texts in paper.pages)
    together = "".join(bodies)
    html = _BODY.sub(lambda body: body[1] + together + body[3], papers[-1].html)
    return Layouts(html, tuple(pages))
