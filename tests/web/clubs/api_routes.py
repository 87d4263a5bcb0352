"""Every route of a club in the API: the answer to each secret."""

from tests.web.tournaments.api_routes import Row

OPERATION = "d" * 32
PERSON = {"op": "add_person", "revision": 5, "name": "Sotiris"}
READ = Row(200, 200, 401, 200)
DESK = Row(201, 403, 401, 401)
ERASED = Row(200, 403, 401, 401)
CLUB_API_ROWS = {
    ("api.club", "GET"): READ,
    ("api.club_matches", "GET"): READ,
    ("api.club_season", "GET"): READ,
    ("api.club_record", "GET"): READ,
    ("api.erase_names_of_club", "DELETE"): ERASED,
    ("api.erase_names_of_person", "DELETE"): ERASED,
    ("api.club_link", "POST"): DESK._replace(body={"role": "helper"}),
    ("api.club_helpers", "GET"): Row(200, 403, 401, 401),
    ("api.remove_club_helper", "DELETE"): Row(200, 403, 401, 401),
    ("api.write_in_club", "PUT"): Row(201, 201, 401, 401, PERSON),
}
ADDRESSES = {
    "api.club": "",
    "api.club_matches": "/matches",
    "api.club_season": "/seasons/1",
    "api.club_record": "/record",
    "api.erase_names_of_club": "/names",
    "api.erase_names_of_person": "/persons/1/names",
    "api.club_link": "/links",
    "api.club_helpers": "/helpers",
    "api.remove_club_helper": "/helpers/0",
    "api.write_in_club": f"/ops/{OPERATION}",
}


def ask(program, key, path, **headers):
    """The program does it to the club at this path."""
    address = path + ADDRESSES[key[0]]
    if key[1] == "GET":
        return program.get(address, **headers)
    return program.send(key[1], address, CLUB_API_ROWS[key].body or {}, **headers)
