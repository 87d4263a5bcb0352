"""The tags of the pages of a match and its evening, by which a chat shows what their links are."""

from scorekeeper.match.evenings import Series
from scorekeeper.printing.link_card import LinkCard, evening_card
from scorekeeper.web.link_preview import LinkPreview, link_preview


def match_preview(public_id: str, card: LinkCard) -> LinkPreview:
    """The tags of the page of the match with this card."""
    return link_preview(card, "matches.show", "elsewhere.card", {"public_id": public_id})


def evening_preview(public_id: str, series: Series) -> LinkPreview:
    """The tags of an evening's page."""
    drawn = evening_card(series)
    return link_preview(drawn, "evening.show", "elsewhere.evening", {"public_id": public_id})
