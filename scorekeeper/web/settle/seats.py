"""A seat in an address."""

from scorekeeper.i18n import gettext as _
from scorekeeper.rules.model import SEATS, Seat
from scorekeeper.web.settle.topic import AddressParameters


def read_seat(query: AddressParameters, name: str, wrong: dict[str, str]) -> Seat:
    """Read the seat of a parameter, A1 where it is absent; an unknown one goes to `wrong`."""
    seat = next((seat for seat in SEATS if seat == query.get(name, "A1")), None)
    if seat is None:
        wrong[name] = _("No such seat: choose one of the four.")
    return seat or "A1"
