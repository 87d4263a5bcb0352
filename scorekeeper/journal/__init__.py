"""The journal: acts that are appended once and folded, for whatever keeps its history as acts.

Matches and tournaments do. A third needs its bodies (`body`), its fold, its tables, and one
`Journal` of them.
"""
