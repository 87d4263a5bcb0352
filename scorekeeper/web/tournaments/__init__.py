"""Tournaments: setting one up, its pairs, draws, tables, standings, and its public page."""

from scorekeeper.web.tournaments import links, listing, pair, pairs, public, setup
from scorekeeper.web.tournaments.blueprint import pages

__all__ = ["links", "listing", "pages", "pair", "pairs", "public", "setup"]
