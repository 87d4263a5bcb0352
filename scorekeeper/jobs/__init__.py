"""Jobs: work of seconds or more, which a worker does in its own time and keeps for the requester.

The table `job` has the jobs and their workers. A worker holds a job by a lease that it renews. A
dead worker loses its lease, and another worker goes on. Each worker polls the table.
"""
