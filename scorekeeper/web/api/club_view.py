"""A club as the API gives it: as its pages show it to the same reader."""

from collections.abc import Collection

from flask import url_for

from scorekeeper.explain.club_words import person_name
from scorekeeper.journal.json_values import Json
from scorekeeper.rules.codec import write_rules
from scorekeeper.services.clubs.club_service import LoadedClub
from scorekeeper.services.clubs.club_state import Belonging, Club, ClubPerson, ClubSeason
from scorekeeper.web.clubs.club_evenings import evenings_of
from scorekeeper.web.clubs.club_games import ClubGame, games_of
from scorekeeper.web.request_roles import role_in_club


def club_json(loaded_club: LoadedClub) -> Json:
    """Write the club as JSON. Notes, and who is a number to others, are for its own alone.

    Strangers are not led to a tournament whose own pages would tell the name of a number.
    """
    club, is_inside = loaded_club.club, bool(role_in_club(loaded_club.public_id))
    persons = club.persons.values() if is_inside else club.roster
    led_to = _every_address(club) if is_inside else _open_addresses(club)
    return {
        "id": loaded_club.public_id,
        "revision": loaded_club.revision,
        "mark": loaded_club.revision.after,
        "watch": url_for("clubs.show", club_id=loaded_club.public_id, _external=True),
        "name": club.name,
        "place": club.place,
        "rules": write_rules(club.rules),
        "persons": [_person(club, one, is_inside=is_inside) for one in persons],
        "tournaments": [
            _tournament(address if address in led_to else None, one, is_inside=is_inside)
            for address, one in club.tournaments.items()
        ],
        "seasons": [_season(one, led_to) for one in club.seasons],
    }


def _every_address(club: Club) -> set[str]:
    """The addresses of the club's tournaments, and of others that a season still names."""
    named = (one.tournament for season in club.seasons for one in season.tournaments)
    return {*club.tournaments, *named}


def _open_addresses(club: Club) -> set[str]:
    return {one.loaded_tournament.public_id for one in evenings_of(club) if one.is_open}


def _person(club: Club, person: ClubPerson, *, is_inside: bool) -> Json:
    shown: Json = {"person": person.key, "name": person_name(club, person, is_inside=is_inside)}
    if not is_inside:
        return shown
    same_as = person.same_as or None
    return {**shown, "note": person.note, "by_number": person.by_number, "same_as": same_as}


def _tournament(address: str | None, belonging: Belonging, *, is_inside: bool) -> Json:
    if not is_inside:
        return {"tournament": address}
    persons: Json = {pair: [*two] for pair, two in belonging.players.items()}
    return {"tournament": address, "persons": persons}


def _season(season: ClubSeason, led_to: Collection[str]) -> Json:
    return {
        "season": season.number,
        "name": season.name,
        "rules": season.rules,
        "ranking": season.ranking,
        "tournaments": [
            {"tournament": address if address in led_to else None, "weight": weight}
            for address, weight in season.tournaments
        ],
        "reason": season.reason,
    }


def games_json(loaded_club: LoadedClub) -> Json:
    """The matches that were played at the club and belong to no tournament, the newest first."""
    return {"matches": [_game(one) for one in games_of(loaded_club)]}


def _game(game: ClubGame) -> Json:
    standing = game.loaded_match.ledger.standing
    return {
        "match": game.loaded_match.public_id if game.is_open else None,
        "started": game.loaded_match.ledger.match.started,
        "sides": {"A": game.sides.A, "B": game.sides.B},
        "totals": {"A": standing.totals.A, "B": standing.totals.B},
        "over": standing.is_over,
    }
