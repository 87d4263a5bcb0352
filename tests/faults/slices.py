"""How much of a fault is tried: a short slice in `make test`, all of it in `make faults`."""

import os

ALL = os.environ.get("FAULTS") == "all"
