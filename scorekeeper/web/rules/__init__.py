"""The rules as a player reads them: each preset, two of them side by side, and which are ours."""

from scorekeeper.web.rules import showing
from scorekeeper.web.rules.showing import pages

__all__ = ["pages", "showing", "which"]
