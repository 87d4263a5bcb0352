"""What the sides of a match are called at its club."""

from scorekeeper.explain import club_words
from scorekeeper.explain.shown_names import names_to_show
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide
from scorekeeper.services.clubs.club_state import Club
from scorekeeper.services.clubs.hidden_names import is_hidden
from scorekeeper.services.clubs.match_membership import seatings_of
from scorekeeper.services.matches import LoadedMatch


def sides_at_club(loaded_match: LoadedMatch, club: Club, *, is_inside: bool) -> BySide[str]:
    """Call a side by its persons where one of them is known, so that a number stays a number."""
    ledger, is_closed = loaded_match.ledger, loaded_match.public_id in club.closed

    def typed(text: str) -> str:
        return "" if not is_inside and (is_closed or is_hidden(club, text)) else text

    sides, persons = ledger.match.sides, seatings_of(ledger)[-1].persons
    own_names = BySide(typed(sides.A.name), typed(sides.B.name))
    names = names_to_show(own_names)
    found = []
    for side in SIDES:
        chairs = [seat for seat in SEATS if side_of(seat) == side]
        known = [persons.get(seat) in club.persons for seat in chairs]
        called = [
            club_words.person_name(
                club, club.persons[club.who_is(persons[seat])], is_inside=is_inside
            )
            if is_known
            else typed(ledger.match.player_at(seat))
            for seat, is_known in zip(chairs, known, strict=True)
        ]
        own_name = "" if any(known) else own_names.of(side)
        found.append(own_name or " – ".join(filter(None, called)) or names.of(side))
    return BySide(*found)
