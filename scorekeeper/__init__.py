"""Tefteri keeps the score of Pilotta.

Imports nothing, so that ``import scorekeeper.rules`` loads no web framework.
"""

__version__ = "0.2.0"
