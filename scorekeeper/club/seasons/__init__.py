"""The results of many tournaments and matches: a season's standings, and each player's record.

Values and pure functions; all arithmetic is exact (docs/seasons.md). Nothing here is stored: each
request folds the matches anew.
"""
