"""The tags of the pages of a match and its evening, by which a chat shows what their links are."""

from scorekeeper.printing.match_card import evening_card, match_card
from scorekeeper.services.evenings import Series
from scorekeeper.services.matches import LoadedMatch
from scorekeeper.services.tournaments.places import TablePlace
from scorekeeper.web.link_preview import At, LinkPreview, link_preview


def match_preview(loaded_match: LoadedMatch, place: TablePlace | None) -> LinkPreview:
    """The tags of the page of a match, which is played at this table of a tournament or at none."""
    at: At = {"public_id": loaded_match.public_id}
    return link_preview(match_card(loaded_match, place), "matches.show", "elsewhere.card", at)


def evening_preview(public_id: str, series: Series) -> LinkPreview:
    """The tags of an evening's page."""
    drawn = evening_card(series)
    return link_preview(drawn, "evening.show", "elsewhere.evening", {"public_id": public_id})
