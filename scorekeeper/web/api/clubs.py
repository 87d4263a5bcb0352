"""Clubs through the API: a new one, how it stands, its seasons and its record."""

from collections.abc import Collection

from flask import Response, url_for
from werkzeug.exceptions import NotFound

from scorekeeper.club.acts.club_fields import CLUB_HEAD, NAME
from scorekeeper.club.acts.club_set_ups import ClubCreated
from scorekeeper.club.club_matches import matches_at
from scorekeeper.club.club_record import record_of
from scorekeeper.club.club_seasons import count_season, season_mark
from scorekeeper.club.club_service import CLUBS, LoadedClub
from scorekeeper.club.club_state import Belonging, Club, ClubPerson, ClubSeason
from scorekeeper.club.erased_names import erase_club, erase_person
from scorekeeper.club.seasons.record_codec import write_record
from scorekeeper.explain.club_words import person_name
from scorekeeper.export.club_export import season_json
from scorekeeper.i18n import current_locale
from scorekeeper.journal.act import act_done_by
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import Json
from scorekeeper.rules.codec import write_rules
from scorekeeper.web import limits
from scorekeeper.web.api.access import (
    CLUB_MEMBERS,
    organiser_that_starts,
    owned_act_json,
    read_club,
)
from scorekeeper.web.api.blueprint import (
    answer,
    answer_once,
    answer_with_tag,
    mark_of_parts,
    not_modified,
    pages,
    read_body,
)
from scorekeeper.web.club_operations import CLUB_OPERATIONS, with_stored_rules
from scorekeeper.web.clubs.club_games import ClubGame, evenings_of, games_of
from scorekeeper.web.clubs.club_standings import season_at
from scorekeeper.web.clubs.record_pages import record_request
from scorekeeper.web.operation_table import Unread, read_fields, without_nulls
from scorekeeper.web.phone_identity import act_in_club_as, role_in_club


def club_json(loaded_club: LoadedClub) -> Json:
    """Write the club as JSON. Strangers get no notes, and no names of persons shown by number.

    Nor do they get the address of a tournament whose own pages show such a name.
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


@pages.post("/clubs")
@limits.new_matches
def begin_club() -> Response:
    """Begin a club, and answer with its organiser's secret, which is shown this once."""
    read, found = read_fields(without_nulls(read_body()), (NAME,), CLUB_HEAD)
    if found:
        raise Unread(*found)
    body = ClubCreated.read(with_stored_rules(read))
    body.check_first()  # before a phone is enrolled for it
    phone_id, secret = organiser_that_starts()
    loaded_club = CLUBS.begin_once(body, phone_id, new_operation_id())
    act_in_club_as(loaded_club.public_id, "organiser")
    response = answer({"secret": secret, "club": club_json(loaded_club)}, 201)
    response.headers["Location"] = url_for(".club", public_id=loaded_club.public_id, _external=True)
    return response


@pages.put("/clubs/<public_id>/ops/<op_id>")
def write_in_club(public_id: str, op_id: str) -> Response:
    """Do it: 201; sent again it is answered the same, as 200, and done once."""
    op_request = CLUB_MEMBERS.asking(public_id, op_id)
    was_done = act_done_by(op_id, op_request.loaded.club.acts) is not None
    loaded_club = CLUB_OPERATIONS.perform(op_request)
    act = act_done_by(op_id, loaded_club.club.acts)
    assert act is not None
    return answer(owned_act_json(act, loaded_club.revision), 200 if was_done else 201)


@pages.get("/clubs/<public_id>")
def club(public_id: str) -> Response:
    """The club; its own also read the notes of its roster."""
    return answer_once(club_json(read_club(public_id)))


@pages.delete("/clubs/<public_id>/names")
def erase_names_of_club(public_id: str) -> Response:
    """Erase the names of a club; a repeat changes nothing."""
    member = CLUB_MEMBERS.organiser(public_id)
    act_in_club_as(public_id, member.role)
    return answer(club_json(erase_club(public_id, member.phone)))


@pages.delete("/clubs/<public_id>/persons/<int:person>/names")
def erase_names_of_person(public_id: str, person: int) -> Response:
    """Erase the names of a person; a repeat changes nothing."""
    member = CLUB_MEMBERS.organiser(public_id)
    if str(person) not in member.loaded.club.persons:
        raise NotFound
    act_in_club_as(public_id, member.role)
    return answer(club_json(erase_person(public_id, member.phone, str(person))))


@pages.get("/clubs/<public_id>/matches")
def club_matches(public_id: str) -> Response:
    """The matches that were played at the club and belong to no tournament."""
    loaded_club = read_club(public_id)
    reader = role_in_club(public_id), current_locale()
    states = (one.ledger.mark for one in matches_at(loaded_club))
    mark = mark_of_parts(loaded_club.club.acts[-1].mark, *reader, *states)
    found = not_modified(mark)
    if found is not None:
        return found
    limits.count_figures()
    return answer_with_tag(games_json(loaded_club), mark)


@pages.get("/clubs/<public_id>/seasons/<int:season>")
def club_season(public_id: str, season: int) -> Response:
    """The standings of a season; while nothing is new they are not counted."""
    its = read_club(public_id).club
    mark = mark_of_parts(season_mark(its, season_at(its, season)), current_locale())
    found = not_modified(mark)
    if found is not None:
        return found
    limits.count_figures()
    counted = count_season(its, season_at(its, season))
    return answer_with_tag(season_json(its, counted), mark)


@pages.get("/clubs/<public_id>/record")
def club_record(public_id: str) -> Response:
    """Answer with the record of persons and pairs in the requested matches."""
    read_club(public_id)
    matches = record_request(public_id).matches
    mark = mark_of_parts(*((one.place, one.last, one.persons) for one in matches))
    found = not_modified(mark)
    if found is not None:
        return found
    limits.count_figures()
    return answer_with_tag({"records": [write_record(one) for one in record_of(matches)]}, mark)
