"""An evening at the café, told through the services: every rule, and every edge of it, somewhere.

`story.py` is how a match is written down here, `script.py` writes it; the rest are the tables.
"""
