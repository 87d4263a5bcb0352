"""Clubs: persons who play together, their tournaments, and the seasons that are counted of them."""
