"""The worker: the process that does the jobs, one after the other (`worker`).

A new kind of job is a function and a line in `kinds`. A nightly job has a second line there.
"""
