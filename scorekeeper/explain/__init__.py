"""Sentences about the game: explanations of scores, rulings, and the words of all pages."""
