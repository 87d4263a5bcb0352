"""Exports matches and tournaments for other programs: JSON and CSV."""
