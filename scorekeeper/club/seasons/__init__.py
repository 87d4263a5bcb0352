"""What comes of many tournaments and many matches: a season's standings, and who played how.

Values and pure functions; all arithmetic is exact (docs/seasons.md). Nothing of it is ever stored:
whoever asks folds what was played anew.
"""
