"""A club as JSON: who plays there, which tournaments are its own, and what its seasons count."""

from scorekeeper.journal.body import Json
from scorekeeper.rules.codec import write_rules
from scorekeeper.services.clubs.club_service import LoadedClub


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
