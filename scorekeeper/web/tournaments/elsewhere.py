"""The previews that chats show beside the links of a tournament and of its standings."""

from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.printing.link_card import standings_card, tournament_card
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.web.frames import At, LinkPreview, card_response, link_preview
from scorekeeper.web.limits import prints
from scorekeeper.web.printing import on_unavailable
from scorekeeper.web.tournaments.rights import pages

pages.register_error_handler(PdfUnavailable, on_unavailable)


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
