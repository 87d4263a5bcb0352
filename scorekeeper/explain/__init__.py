"""Sentences about the game: why a score is what it is, who is right, what is written where."""
