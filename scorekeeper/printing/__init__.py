"""Prints scoresheets: view (`sheet`), HTML (`html`), PDF (`pdf`), cache (`sheet_cache`)."""
