"""Tournaments: setting one up, its pairs, draws, tables, standings, and its public page."""

from scorekeeper.web.tournaments import (
    board,
    draw,
    erasing,
    exports,
    finals,
    links,
    listing,
    pair,
    pairs,
    papers,
    projector,
    public,
    setup,
    standings,
    swap,
    table,
    typed_sheet,
)
from scorekeeper.web.tournaments.blueprint import pages

__all__ = [
    "board",
    "draw",
    "erasing",
    "exports",
    "finals",
    "links",
    "listing",
    "pages",
    "pair",
    "pairs",
    "papers",
    "projector",
    "public",
    "setup",
    "standings",
    "swap",
    "table",
    "typed_sheet",
]
