"""Clubs: persons who play together, their tournaments, and the seasons counted from them."""
