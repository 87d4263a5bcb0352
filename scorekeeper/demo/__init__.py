"""An evening at the café, written through the services: every rule and every edge of it occurs.

`story.py` is how a match is written down here, `script.py` writes it; the rest are the tables.
"""
