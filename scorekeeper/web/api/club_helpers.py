"""Links and helpers of a club through the API, as a tournament has them."""

from functools import partial

from flask import Response
from werkzeug.exceptions import NotFound

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import Json
from scorekeeper.services.clubs import club_links
from scorekeeper.web.api.answers import answer
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.api.club_members import club_organiser_of
from scorekeeper.web.api.tournaments import helper_json, link_of_helper, read_link
from scorekeeper.web.clubs.club_link_pages import club_link_address


@pages.post("/clubs/<public_id>/links")
def club_link(public_id: str) -> Response:
    """A new organiser's or helpers' link; the one before it opens nothing more."""
    member = club_organiser_of(public_id)
    role, name = read_link()
    number, secret = link_of_helper(
        role,
        name,
        member.loaded_club.club.helpers,
        make=partial(club_links.make_club_link, public_id, member.phone),
        add=partial(club_links.name_club_helper, public_id, member.phone),
    )
    payload: Json = {"role": role, "secret": secret, "link": club_link_address(secret)}
    return answer({**payload, "helper": number or None}, 201)


@pages.get("/clubs/<public_id>/helpers")
def club_helpers(public_id: str) -> Response:
    """Who helps, and who was removed."""
    helpers = club_organiser_of(public_id).loaded_club.club.helpers
    return answer({"helpers": [helper_json(one) for one in helpers]})


@pages.delete("/clubs/<public_id>/helpers/<int:helper>")
def remove_club_helper(public_id: str, helper: int) -> Response:
    """Let a helper help no more; once is as good as twice."""
    member = club_organiser_of(public_id)
    loaded_club = member.loaded_club
    found = loaded_club.club.helper(helper)
    if found is None:
        raise NotFound
    if not found.is_removed:
        at = (public_id, member.phone, new_operation_id(), loaded_club.revision)
        found = club_links.remove_club_helper(*at, helper).club.helper(helper)
        assert found is not None
    return answer(helper_json(found))
