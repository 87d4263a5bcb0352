"""Tournaments through the API: a new one, how one stands, and its links."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from flask import Response, request, url_for
from werkzeug.exceptions import NotFound

from scorekeeper.export.tournament_export import pair_json
from scorekeeper.journal.fields import OperationField, choice, text
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import Json, text_in
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.services.clubs.club_state import ClubHelper
from scorekeeper.services.role_links import LINK_ROLES, LinkRole
from scorekeeper.services.tournament_acts.set_ups import TournamentSetUp
from scorekeeper.services.tournaments import creating, erasing, links, pair_erasing
from scorekeeper.services.tournaments.drawn_rounds import DrawnRound
from scorekeeper.services.tournaments.pair_list import Pair
from scorekeeper.services.tournaments.playing import PlayedTable, play_round, play_table
from scorekeeper.services.tournaments.service import LoadedTournament, find_tournament
from scorekeeper.services.tournaments.state import Helper
from scorekeeper.web import limits
from scorekeeper.web.api.answers import answer
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.api.bodies import read_body
from scorekeeper.web.api.members import member_of, organiser_of, organiser_that_starts
from scorekeeper.web.api.operation_fields import Unread, read_fields, without_nulls
from scorekeeper.web.api.tags import answer_with_tag, not_modified
from scorekeeper.web.api.tournament_setup import read_new
from scorekeeper.web.api.tournament_view import round_json, tournament_json
from scorekeeper.web.pencil_links import scorer_address
from scorekeeper.web.tournaments.links import role_address
from scorekeeper.web.tournaments.remembering import mark_now

_ROLE: Final = OperationField("role", choice(LINK_ROLES))
_NAME: Final = OperationField("name", text(LONGEST_NAME))


@pages.post("/tournaments")
@limits.new_matches
def set_up() -> Response:
    """Set up a tournament, and answer with its organiser's secret, which is shown this once."""
    body = TournamentSetUp.read(read_new(read_body()))
    body.check_texts()  # before a phone is enrolled for it
    phone_id, secret = organiser_that_starts()
    loaded_tournament = creating.set_up(body, phone_id, new_operation_id())
    payload = {"secret": secret, "tournament": tournament_json(loaded_tournament, "organiser")}
    response = answer(payload, 201)
    address = url_for(".tournament", public_id=loaded_tournament.public_id, _external=True)
    response.headers["Location"] = address
    return response


@pages.get("/tournaments/<public_id>")
def tournament(public_id: str) -> Response:
    """The tournament as it stands; its organiser also reads who paid and who is there."""
    loaded_tournament = find_tournament(public_id)
    role = member_of(public_id).role if "Authorization" in request.headers else ""
    mark = f"{mark_now(loaded_tournament)}-{role}"
    return not_modified(mark) or answer_with_tag(tournament_json(loaded_tournament, role), mark)


@pages.delete("/tournaments/<public_id>/names")
def erase_names_of_tournament(public_id: str) -> Response:
    """Erase the names of a tournament; once is as good as twice."""
    member = organiser_of(public_id)
    loaded_tournament = erasing.erase_tournament(public_id, member.phone)
    return answer(tournament_json(loaded_tournament, member.role))


@pages.get("/tournaments/<public_id>/pairs/<int:pair>")
def pair_of_tournament(public_id: str, pair: int) -> Response:
    """All that is kept of a pair."""
    loaded_tournament = organiser_of(public_id).loaded_tournament
    return answer(pair_json(loaded_tournament, _pair(loaded_tournament, pair)))


@pages.delete("/tournaments/<public_id>/pairs/<int:pair>/names")
def erase_names_of_pair(public_id: str, pair: int) -> Response:
    """Erase the names of a pair; once is as good as twice."""
    member = organiser_of(public_id)
    key = _pair(member.loaded_tournament, pair).key
    loaded_tournament = pair_erasing.erase_pair(public_id, member.phone, key)
    return answer(pair_json(loaded_tournament, _pair(loaded_tournament, pair)))


@pages.get("/tournaments/<public_id>/rounds/<int:number>")
def round_of_tournament(public_id: str, number: int) -> Response:
    """A round with its tables, as they stand."""
    loaded_tournament = find_tournament(public_id)
    drawn_round = _round(loaded_tournament, number)
    mark = mark_now(loaded_tournament)
    return not_modified(mark) or answer_with_tag(round_json(loaded_tournament, drawn_round), mark)


@pages.get("/tournaments/<public_id>/rounds/<int:number>/links")
def table_links(public_id: str, number: int) -> Response:
    """The scorers' links of the round's tables, as they are printed on the sheets."""
    loaded_tournament = organiser_of(public_id).loaded_tournament
    tables = play_round(loaded_tournament, _round(loaded_tournament, number))
    return answer({"links": _table_links(tables)})


@pages.post("/tournaments/<public_id>/rounds/<int:number>/tables/<int:table>/link")
def renew_table_link(public_id: str, number: int, table: int) -> Response:
    """A new link for a table's scorer; the one before, on paper too, opens the match no more."""
    loaded_tournament = organiser_of(public_id).loaded_tournament
    drawn_round = _round(loaded_tournament, number)
    one = play_table(loaded_tournament, drawn_round, table)
    if one is None or one.live is None:
        raise NotFound
    links.renew_table_link(one.live.match_id, one.live.public_id)
    return answer(_table_links([one])[0], 201)


@pages.post("/tournaments/<public_id>/links")
def link(public_id: str) -> Response:
    """A new organiser's or helpers' link; the one before it opens nothing more."""
    member = organiser_of(public_id)
    role, name = read_link()
    number, secret = link_of_helper(
        role,
        name,
        member.loaded_tournament.tournament.helpers,
        make=partial(links.make_link, public_id, member.phone),
        add=partial(links.name_helper, public_id, member.phone),
    )
    payload: Json = {"role": role, "secret": secret, "link": role_address(secret)}
    return answer({**payload, "helper": number or None}, 201)


def read_link() -> tuple[LinkRole, str]:
    """Read whom a new link is for: the role, and of one helper's own the name.

    :raises Unread: it does not say so.
    """
    values, found = read_fields(without_nulls(read_body()), (_ROLE,), (_NAME,))
    if found:
        raise Unread(*found)
    role = next(one for one in LINK_ROLES if one == values["role"])
    return role, text_in(values, "name") if role == "helper" and "name" in values else ""


def link_of_helper(
    role: LinkRole,
    name: str,
    helpers: Iterable[Helper | ClubHelper],
    *,
    make: Callable[[LinkRole, int], str],
    add: Callable[[str], tuple[int, str]],
) -> tuple[int, str]:
    """Make the link of the helper with this name, or the one for nobody by name.

    `make` makes it for a role and the number of one of the `helpers`; `add` names a new one.

    :returns: the helper's number, 0 without a name, and the link's secret.
    """
    number = next((one.number for one in helpers if name and one.name == name), 0)
    return add(name) if name and not number else (number, make(role, number))


@pages.get("/tournaments/<public_id>/helpers")
def helpers(public_id: str) -> Response:
    """Who helps, and who was removed."""
    loaded_tournament = organiser_of(public_id).loaded_tournament
    return answer({"helpers": [helper_json(one) for one in loaded_tournament.tournament.helpers]})


@pages.delete("/tournaments/<public_id>/helpers/<int:helper>")
def remove_helper(public_id: str, helper: int) -> Response:
    """Let a helper help no more; once is as good as twice."""
    member = organiser_of(public_id)
    loaded_tournament = member.loaded_tournament
    found = loaded_tournament.tournament.helper(helper)
    if found is None:
        raise NotFound
    if not found.is_removed:
        at = (public_id, member.phone, new_operation_id(), loaded_tournament.revision)
        found = links.remove_helper(*at, helper).tournament.helper(helper)
        assert found is not None
    return answer(helper_json(found))


def helper_json(helper: Helper | ClubHelper) -> Json:
    """Who helps in a tournament or a club, and on how many devices."""
    return {
        "helper": helper.number,
        "name": helper.name,
        "devices": len(helper.phones),
        "removed": helper.is_removed,
    }


def _round(loaded_tournament: LoadedTournament, number: int) -> DrawnRound:
    drawn_round = loaded_tournament.tournament.round(number)
    if drawn_round is None:
        raise NotFound
    return drawn_round


def _pair(loaded_tournament: LoadedTournament, number: int) -> Pair:
    """The pair with this number; one that was deleted is kept, too."""
    tournament = loaded_tournament.tournament
    found = {**tournament.deleted, **tournament.pairs}.get(str(number))
    if found is None:
        raise NotFound
    return found


def _table_links(tables: Sequence[PlayedTable]) -> list[Json]:
    """The tables' links; null where the pencil was handed over and all links ended."""
    addresses = [one.live.public_id if one.live else None for one in tables]
    secrets = links.table_links(filter(None, addresses))
    return [
        {
            "table": one.table.number,
            "match": address,
            "secret": secrets.get(address or ""),
            "link": scorer_address(secrets[address]) if address in secrets else None,
        }
        for one, address in zip(tables, addresses, strict=True)
    ]
