"""The two database backends, and all in which they differ: nothing else asks which one it is.

In both, acknowledged means committed and synced, and a read is one statement without a transaction.
A writer that meets a lock waits `Settings.busy_seconds` for it.
"""
