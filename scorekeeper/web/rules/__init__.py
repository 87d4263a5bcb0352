"""The rules as a player reads them: each preset, two of them side by side, and which are ours."""

from scorekeeper.web.rules import comparing, showing, which
from scorekeeper.web.rules.blueprint import pages

__all__ = ["comparing", "pages", "showing", "which"]
