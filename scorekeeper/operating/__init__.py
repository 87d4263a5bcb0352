"""What whoever runs the server sees of it and tells it: figures, the log, maintenance."""
