"""Every route of a tournament and of a club in the API: the answer to each secret."""

from typing import Any, NamedTuple

from tests.support.program import operations

OPERATION = "d" * 32
RESULT = {"op": "result", "revision": 4, "round": 1, "table": 1, "score": [351, 240]}
PERSON = {"op": "add_person", "revision": 5, "name": "Sotiris"}


class Row(NamedTuple):
    """The statuses for an organiser's, a helper's and a stranger's secret, and for none."""

    organiser: int
    helper: int
    stranger: int
    nobody: int
    body: dict[str, Any] | None = None


READ = Row(200, 200, 200, 200)
DESK = Row(201, 403, 401, 401)
API_ROWS = {
    ("api.tournament", "GET"): Row(200, 200, 401, 200),
    ("api.erase_names_of_tournament", "DELETE"): Row(200, 403, 401, 401),
    ("api.pair_of_tournament", "GET"): Row(200, 403, 401, 401),
    ("api.erase_names_of_pair", "DELETE"): Row(200, 403, 401, 401),
    ("api.round_of_tournament", "GET"): READ,
    ("api.table_links", "GET"): Row(200, 403, 401, 401),
    ("api.renew_table_link", "POST"): DESK,
    ("api.link", "POST"): DESK._replace(body={"role": "helper"}),
    ("api.come", "PUT"): Row(422, 422, 422, 422, {"op": "announce", "players": ["Zoe", "Anna"]}),
    ("api.registration", "POST"): Row(422, 422, 422, 422, {"code": "K7QF 2MXD"}),
    ("api.helpers", "GET"): Row(200, 403, 401, 401),
    ("api.remove_helper", "DELETE"): Row(200, 403, 401, 401),
    ("api.write_in_tournament", "PUT"): Row(201, 201, 401, 401, RESULT),
}
CLUB_READ = Row(200, 200, 401, 200)
CLUB_API_ROWS = {
    ("api.club", "GET"): CLUB_READ,
    ("api.club_matches", "GET"): CLUB_READ,
    ("api.club_season", "GET"): CLUB_READ,
    ("api.club_record", "GET"): CLUB_READ,
    ("api.erase_names_of_club", "DELETE"): Row(200, 403, 401, 401),
    ("api.erase_names_of_person", "DELETE"): Row(200, 403, 401, 401),
    ("api.club_link", "POST"): DESK._replace(body={"role": "helper"}),
    ("api.club_helpers", "GET"): Row(200, 403, 401, 401),
    ("api.remove_club_helper", "DELETE"): Row(200, 403, 401, 401),
    ("api.write_in_club", "PUT"): Row(201, 201, 401, 401, PERSON),
}


PATHS = {f"api.{name}": path for name, _, path, _ in operations()}
FIRST = dict.fromkeys(("number", "table", "pair", "person", "season"), 1)


def address(key, path):
    """The address of the route below the path of its tournament or club."""
    below = PATHS[key[0]].partition("{id}")[2]
    return path + below.format(op_id=OPERATION, helper=0, **FIRST)


def ask(program, key, path, **headers):
    """The program does it to the tournament or the club at this path."""
    if key[1] == "GET":
        return program.get(address(key, path), **headers)
    body = (API_ROWS | CLUB_API_ROWS)[key].body or {}
    return program.send(key[1], address(key, path), body, **headers)
