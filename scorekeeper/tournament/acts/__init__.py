"""The kinds of acts of a tournament: a class for each, with all of its rules.

Start with `body.py`. A pair's number is its place among all that were ever added, from 1, and stays
the same. In draws and results it is a text.
"""
