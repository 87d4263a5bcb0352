"""A club's calendar and its seasons' standings as files, and a club saved as one file."""

from flask import Response, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_file import (
    LARGEST_CLUB,
    MOST_FILED_ACTS,
    MOST_FILED_MATCHES,
    ClubTooLarge,
    open_club,
    read_club_file,
    write_club_file,
)
from scorekeeper.club.club_seasons import CountedSeason, count_season
from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.club.club_state import Club
from scorekeeper.export.club_export import (
    club_calendar,
    season_csv,
    season_json,
    tournaments_to_come,
)
from scorekeeper.export.spreadsheet import SEPARATORS
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.saved_files import NoSavedFile
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER
from scorekeeper.printing.short_papers import paper_of_season, season_paper
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.web.clubs.club_form import club_context, organised_club, pages
from scorekeeper.web.clubs.club_games import evenings_of
from scorekeeper.web.clubs.club_standings import season_at
from scorekeeper.web.forms import sent_file
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import large_form, new_matches, opened_files, prints, turn_to_open
from scorekeeper.web.match.sheets import local_now
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id, role_in_club
from scorekeeper.web.printing import on_unavailable, outside_url, print_response

pages.register_error_handler(PdfUnavailable, on_unavailable)


@pages.get("/c/<club_id>/seasons/<int:number>/season.pdf")
@prints
def season_pdf(club_id: str, number: int) -> BaseResponse:
    """The standings on paper, as they are now."""
    club, counted = _counted(club_id, number)
    paper = paper_of_season(club, counted, local_now())
    html = season_paper(paper)
    return print_response(
        repr(paper[:-1]),  # all but the moment
        lambda: PRINTER.pdf(html),
        lambda content: _download(content, "application/pdf", number, "pdf"),
    )


@pages.get("/c/<club_id>/seasons/<int:number>/season.csv")
@prints
def season_spreadsheet(club_id: str, number: int) -> Response:
    """The standings for a spreadsheet, in the reader's language."""
    separator = next((one for one in SEPARATORS if one == request.args.get("separator")), None)
    content = season_csv(*_counted(club_id, number), separator)
    return _download(content, "text/csv; charset=utf-8", number, "csv")


@pages.get("/c/<club_id>/seasons/<int:number>/season.json")
@prints
def season_data(club_id: str, number: int) -> Response:
    """The standings for a program."""
    response = jsonify(season_json(*_counted(club_id, number)))
    response.headers["Content-Disposition"] = f'attachment; filename="tefteri-season-{number}.json"'
    return response


def _counted(club_id: str, number: int) -> tuple[Club, CountedSeason]:
    club = find_club(club_id).club
    return club, count_season(club, season_at(club, number))


def _download(content: bytes, kind: str, number: int, ending: str) -> Response:
    response = Response(content, content_type=kind)
    name = f"tefteri-season-{number}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@pages.get("/c/<club_id>/calendar")
def calendar(club_id: str) -> str:
    """Show the club's tournaments of today and of later days."""
    loaded_club = find_club(club_id)
    coming, closed = _coming(loaded_club)
    return render_template(
        "clubs/calendar.html",
        **club_context(loaded_club),
        coming=coming,
        closed=() if role_in_club(club_id) else closed,
        calendar_url=outside_url(".calendar_file", club_id=club_id),
    )


@pages.get("/c/<club_id>/calendar.ics")
def calendar_file(club_id: str) -> Response:
    """The same as a calendar; other programs ask for it anew every day."""
    loaded_club = find_club(club_id)

    coming, closed = _coming(loaded_club)

    def address(public_id: str) -> str:
        if public_id in closed:
            return ""
        return outside_url("tournaments.show", tournament_id=public_id)

    content = club_calendar(loaded_club.club, coming, address)
    response = Response(content, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="tefteri-club.ics"'
    return response


def _coming(loaded_club: LoadedClub) -> tuple[list[LoadedTournament], frozenset[str]]:
    """The tournaments to come, and the addresses of those that strangers are not led to."""
    evenings = evenings_of(loaded_club.club)
    closed = frozenset(one.loaded_tournament.public_id for one in evenings if not one.is_open)
    there = [one.loaded_tournament for one in evenings]
    return tournaments_to_come(there, local_now().date()), closed


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
@large_form(LARGEST_CLUB)
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
    except NoSavedFile:
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
