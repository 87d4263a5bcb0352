"""The kinds of acts of a match: a class for each, with all of its rules.

Start with `body.py`; `registry.py` knows them all by the names under which they are stored.
"""
