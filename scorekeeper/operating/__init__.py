"""Serves the operator: metrics, the log, maintenance, shutdown."""
