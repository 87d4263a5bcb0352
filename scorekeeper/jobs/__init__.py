"""Jobs: work of seconds or more, which a worker does in its own time and keeps for the requester.

The table `job` has the jobs and their workers. A worker has a job on a lease that it renews; one
that dies loses its lease, and another one goes on. Each worker looks at the table.
"""
