"""A tournament shown elsewhere: beside its link in a chat, and in a club's own site."""

from flask import render_template
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_tournaments import is_hidden_by_club
from scorekeeper.printing.link_card import standings_card, tournament_card
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.web.frames import At, LinkPreview, card_response, embed_line, link_preview
from scorekeeper.web.limits import prints
from scorekeeper.web.printing import on_unavailable
from scorekeeper.web.tournaments.rights import context_of, pages

pages.register_error_handler(PdfUnavailable, on_unavailable)


@pages.get("/t/<tournament_id>/elsewhere")
def elsewhere(tournament_id: str) -> str:
    """Show the preview that a chat shows of the link, and the lines for another site."""
    PRINTER.start()
    loaded_tournament = find_tournament(tournament_id)
    last = loaded_tournament.tournament.last_round
    at: At = {"tournament_id": tournament_id}
    table = last.tables[0].number if last is not None and last.tables else None
    lines = {
        "standings": embed_line("tournaments.embed_standings", at),
        "round": embed_line("tournaments.embed_round", at),
        "table": embed_line("tournaments.embed_table", {**at, "table": table}) if table else "",
    }
    return render_template(
        "elsewhere/tournament.html",
        **context_of(loaded_tournament),
        shown=tournament_preview(loaded_tournament),
        lines=lines,
        is_hidden=is_hidden_by_club(loaded_tournament),
    )


@pages.get("/t/<tournament_id>/card.png")
@prints
def card(tournament_id: str) -> BaseResponse:
    """Send the picture that a chat shows beside the tournament's link."""
    return card_response(lambda: tournament_card(find_tournament(tournament_id)))


@pages.get("/t/<tournament_id>/standings.png")
@prints
def card_of_standings(tournament_id: str) -> BaseResponse:
    """Send the picture that a chat shows beside the link of the standings."""
    return card_response(lambda: standings_card(find_tournament(tournament_id)))


def tournament_preview(loaded_tournament: LoadedTournament) -> LinkPreview:
    """The tags of a tournament's page."""
    drawn = tournament_card(loaded_tournament)
    at: At = {"tournament_id": loaded_tournament.public_id}
    return link_preview(drawn, "tournaments.show", "tournaments.card", at, embeds=True)


def standings_preview(loaded_tournament: LoadedTournament) -> LinkPreview:
    """The tags of the page of its standings."""
    drawn = standings_card(loaded_tournament)
    at: At = {"tournament_id": loaded_tournament.public_id}
    page, image = "tournaments.standings", "tournaments.card_of_standings"
    return link_preview(drawn, page, image, at, embeds=True)
