"""The tags of a season's page, by which a chat shows what its link is."""

from scorekeeper.club.club_seasons import CountedSeason
from scorekeeper.club.club_service import LoadedClub
from scorekeeper.printing.link_card import season_card
from scorekeeper.web.link_preview import At, LinkPreview, link_preview


def season_preview(loaded_club: LoadedClub, counted: CountedSeason) -> LinkPreview:
    """The tags of the page of its standings."""
    at: At = {"club_id": loaded_club.public_id, "number": counted.season.number}
    drawn = season_card(loaded_club.club, counted)
    return link_preview(drawn, "clubs.standings", "clubs.season_picture", at, embeds=True)
