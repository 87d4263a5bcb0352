"""The kinds of acts of a match: a class for each, which says all that is to be said of it.

Start with `body.py`; `registry.py` knows them all by the names under which they are stored.
"""
