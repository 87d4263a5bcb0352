"""Saving a club as one file, and opening such a file on another machine."""

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_file import (
    LARGEST_CLUB,
    MOST_FILED_ACTS,
    MOST_FILED_MATCHES,
    ClubTooLarge,
    NoClubFile,
    read_club_file,
    write_club_file,
)
from scorekeeper.club.club_opening import open_club
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_rights import organised_club
from scorekeeper.web.forms import sent_file
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches, opened_files, prints, turn_to_open
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id

_AROUND = 16 * 1024


@pages.before_app_request
def _let_club_files_in() -> None:
    """A club is longer than any other form. Before the form's token is read from it."""
    if request.endpoint == "clubs.open_saved":
        request.max_content_length = request.max_form_memory_size = LARGEST_CLUB + _AROUND


@pages.get("/c/<club_id>/saved.json")
@prints
def save_file(club_id: str) -> Response:
    """The whole club, for its organiser: notes are in it, and no secret."""
    content = write_club_file(organised_club(club_id), phone_id())
    response = Response(content, content_type="application/json")
    file = f"tefteri-club-{club_id[:6]}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


@pages.get("/clubs/saved")
def ask_for_file() -> Response:
    """A place for such a file."""
    return _page()


@pages.post("/clubs/saved")
@opened_files
@new_matches
def open_saved() -> BaseResponse:
    """Keep the club of the file; this phone organises it."""
    content, op_id = sent_file()
    if not content:
        return _page(422, _("Choose the file of a club."))
    try:
        with turn_to_open():
            file = read_club_file(content)  # before a phone is made known for nothing
            loaded_club = open_club(file, known_phone(op_id), op_id)
    except ClubTooLarge:
        return _page(422, _too_large())
    except NoClubFile:
        return _page(422, _("This is no file of a club, or it is damaged. Nothing was kept."))
    return go_to(".show", club_id=loaded_club.public_id)


def _too_large() -> str:
    return _(
        "This club is too large to be opened from one file. Matches at most: %(matches)s; "
        "entries of its history at most: %(acts)s. Nothing was kept.",
        matches=MOST_FILED_MATCHES,
        acts=MOST_FILED_ACTS,
    )


def _page(status: int = 200, wrong: str = "") -> Response:
    invite_phone()
    page = render_template("clubs/open_saved.html", wrong=wrong, op_id=new_operation_id())
    return make_response(page, status)
