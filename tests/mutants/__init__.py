"""Is every rule held by a test? Each is changed in turn, in both runtimes."""
