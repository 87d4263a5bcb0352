"""Manages who holds the pencil, and who answers for a side.

`links` makes a phone so, `passing` lets the pencil go on, `saying` keeps what a phone says of it.
"""
