"""Check rights in a club: an organiser does all, a helper keeps the roster, others read."""

from functools import partial

from markupsafe import Markup

from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.explain import club_words
from scorekeeper.explain.season_words import event_place, event_title
from scorekeeper.journal.owner import NotAllowed
from scorekeeper.web.forms import draft_attributes
from scorekeeper.web.request_roles import role_in_club


def organised_club(club_id: str) -> LoadedClub:
    """The club, for its organiser.

    :raises NotAllowed: for anyone else.
    """
    loaded_club = find_club(club_id)
    if role_in_club(club_id) != "organiser":
        raise NotAllowed
    return loaded_club


def helped_club(club_id: str) -> LoadedClub:
    """The club, for its organiser and helpers.

    :raises NotAllowed: for anyone else.
    """
    loaded_club = find_club(club_id)
    if not role_in_club(club_id):
        raise NotAllowed
    return loaded_club


def club_context(loaded_club: LoadedClub) -> dict[str, object]:
    """The variables that every page of a club has."""
    role = role_in_club(loaded_club.public_id)
    return {
        "loaded_club": loaded_club,
        "club": loaded_club.club,
        "club_name": club_words.club_name(loaded_club.club),
        "helper_name": club_words.club_helper_name,
        "role": role,
        "name_of_person": partial(club_words.person_name, loaded_club.club, is_inside=bool(role)),
        "event_title": partial(event_title, loaded_club.club, is_inside=bool(role)),
        "event_place": partial(event_place, loaded_club.club, is_inside=bool(role)),
        "draft": partial(_draft, loaded_club),
    }


def _draft(loaded_club: LoadedClub, *form: str | int, is_unwritten: bool = False) -> Markup:
    erasures = sum(act.body.is_erasing for act in loaded_club.club.acts)
    key = (loaded_club.public_id, *form, erasures)
    return draft_attributes(*key, mark=loaded_club.revision, is_unwritten=is_unwritten)
