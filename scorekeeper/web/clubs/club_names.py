"""The names in a club, and how they are erased."""

from flask import Response, jsonify, make_response, render_template
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.acts.club_desk import ClubNamesErased
from scorekeeper.club.club_erasing import erase_club
from scorekeeper.club.club_file import left_out
from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.export.club_export import club_json
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_rights import club_context, organised_club
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.privacy import is_sure
from scorekeeper.web.phone_identity import phone_id


@pages.get("/c/<club_id>/names")
def names(club_id: str) -> Response:
    """Show what the club says about people, and how to erase it."""
    return _page(find_club(club_id))


@pages.post("/c/<club_id>/names")
def erase_names(club_id: str) -> BaseResponse:
    """Erase all names, once it is ticked that they shall go."""
    loaded_club = organised_club(club_id)
    if not is_sure():
        return _page(loaded_club, 422)
    erase_club(club_id, phone_id())
    return go_to(".show", club_id=club_id)


@pages.get("/c/<club_id>/club.json")
def export_json(club_id: str) -> Response:
    """All that is kept of the club, its notes too."""
    response = jsonify(club_json(organised_club(club_id)))
    response.headers["Content-Disposition"] = 'attachment; filename="tefteri-club.json"'
    return response


def _page(loaded_club: LoadedClub, status: int = 200) -> Response:
    acts = reversed(loaded_club.club.acts)
    erased = (act.at for act in acts if isinstance(act.body, ClubNamesErased))
    page = render_template(
        "clubs/names.html",
        **club_context(loaded_club),
        erased_at=next(erased, None),
        is_unsure=status == 422,
        left_out=left_out(loaded_club, phone_id()),
    )
    return make_response(page, status)
