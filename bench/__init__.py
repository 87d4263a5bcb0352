"""The costs of Tefteri, as ratios against a limit that is measured in the same run.

`make bench` (`python -m bench`) prints the table of `docs/performance.md`.
"""
