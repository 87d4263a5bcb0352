"""Jobs: what takes seconds or more, done by a worker in its own time and kept for who asked.

The table `job` says what there is to do and who does it. A worker has a job on a lease that it
renews; one that dies loses its lease, and another one goes on. Each worker looks at the table.
"""
