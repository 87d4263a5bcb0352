"""A season's standings as files: paper, a spreadsheet's and a program's."""

from flask import Response, jsonify, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_seasons import CountedSeason, count_season
from scorekeeper.club.club_service import find_club
from scorekeeper.club.club_state import Club
from scorekeeper.export.club_export import season_csv, season_json
from scorekeeper.export.spreadsheet import SEPARATORS
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER
from scorekeeper.printing.season_paper import paper_of_season, season_paper
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_standings import season_at
from scorekeeper.web.limits import prints
from scorekeeper.web.match.sheets import local_now
from scorekeeper.web.printing import on_unavailable, print_response

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
