"""What whoever runs the server sees of it and tells it: metrics, the log, maintenance."""
