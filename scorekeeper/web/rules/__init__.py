"""The rules as a player reads them: each preset, two of them side by side, and which are ours."""

from scorekeeper.web.rules.rule_pages import pages

__all__ = ["pages"]
