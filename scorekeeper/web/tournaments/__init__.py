"""Tournaments: setting one up, its pairs, draws, tables, standings, and its public page."""

from scorekeeper.web.tournaments import (
    board,
    draw,
    links,
    listing,
    pair,
    pairs,
    public,
    setup,
    standings,
    swap,
    table,
)
from scorekeeper.web.tournaments.blueprint import pages

__all__ = [
    "board",
    "draw",
    "links",
    "listing",
    "pages",
    "pair",
    "pairs",
    "public",
    "setup",
    "standings",
    "swap",
    "table",
]
