"""Is every rule held by a test? Each is changed in turn, in either runtime, and must turn one red."""
