"""How gunicorn serves; it reads this module as its settings file."""

workers = 2
worker_class = "gthread"
threads = 4
"""Threads a worker; measured as the safe choice for two cores (docs/decisions.md)."""
preload_app = True
"""Loaded once, before the workers: one more is there at once, and the machine starts sooner."""
graceful_timeout = 10
loglevel = "warning"
control_socket_disable = True
