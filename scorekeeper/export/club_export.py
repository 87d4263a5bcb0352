"""A club as JSON: who plays there, its tournaments and matches, and what its seasons count."""

from scorekeeper.journal.json_values import Json
from scorekeeper.rules.codec import write_rules
from scorekeeper.services.clubs.club_matches import matches_at
from scorekeeper.services.clubs.club_service import LoadedClub
from scorekeeper.services.clubs.match_membership import seatings_of


def club_json(loaded_club: LoadedClub) -> Json:
    """All that is kept of the club, but for who wrote it when."""
    club = loaded_club.club
    return {
        "id": loaded_club.public_id,
        "name": club.name,
        "place": club.place,
        "rules": write_rules(club.rules),
        "persons": [
            {
                "number": one.number,
                "name": one.name,
                "note": one.note,
                "by_number": one.by_number,
                "same_as": int(one.same_as) if one.same_as else None,
            }
            for one in club.persons.values()
        ],
        "tournaments": [
            {"id": address, "players": {pair: [*two] for pair, two in one.players.items()}}
            for address, one in club.tournaments.items()
        ],
        "matches": [
            {
                "id": one.public_id,
                "seats": [
                    {"since": seating.since, "persons": dict(seating.persons.items())}
                    for seating in seatings_of(one.ledger)
                ],
            }
            for one in matches_at(loaded_club)
        ],
        "seasons": [
            {
                "number": season.number,
                "name": season.name,
                "rules": season.rules,
                "tournaments": [one._asdict() for one in season.tournaments],
                "reason": season.reason,
            }
            for season in club.seasons
        ],
    }
