"""The tags of the pages of a match and its evening, by which a chat shows what their links are."""

from scorekeeper.printing.link_card import LinkCard
from scorekeeper.printing.match_card import evening_card, match_card
from scorekeeper.services.evenings import Series
from scorekeeper.services.matches import LoadedMatch
from scorekeeper.web.link_preview import At, LinkPreview, link_preview


def match_preview(loaded_match: LoadedMatch) -> LinkPreview:
    """The tags of a match's page."""
    at: At = {"public_id": loaded_match.public_id}
    return link_preview(match_card(loaded_match), "matches.show", "elsewhere.card", at)


def evening_preview(public_id: str, series: Series) -> LinkPreview:
    """The tags of an evening's page."""
    drawn = card_of_evening(series)
    return link_preview(drawn, "evening.show", "elsewhere.evening", {"public_id": public_id})


def card_of_evening(series: Series) -> LinkCard:
    """The card of the evening, which has no names where one of its matches has none."""
    return evening_card(series, [LoadedMatch(one.public_id, one.ledger) for one in series.matches])
