"""Changes that no test can see, because nothing is scored, refused or told otherwise by them."""

EQUIVALENT = {}
