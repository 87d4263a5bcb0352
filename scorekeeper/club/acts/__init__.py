"""The kinds of acts of a club: a class for each, with all of its rules.

Start with `body.py`; `registry.py` knows them all by the names under which they are stored.

A person's number is its place among all that were ever added, from 1, and stays the same. In
acts it is a text, and so is what a season ranks.
"""
