"""The scoresheet: its view (`sheet`), its HTML (`html`), its PDF (`pdf`), kept by revision."""
