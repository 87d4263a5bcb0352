"""The journal: acts that are appended once and folded, for whatever keeps its history as acts.

Matches, tournaments and clubs do. A fourth needs its bodies (`body`), its fold, its tables, and one
`Journal` of them.
"""
