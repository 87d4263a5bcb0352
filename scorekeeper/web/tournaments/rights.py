"""Rights in a tournament, its links for organisers and helpers, the blueprint of its pages."""

from functools import partial
from typing import Final

from flask import Blueprint
from markupsafe import Markup

from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.phase_words import entrants_word, heading_at, plan_texts
from scorekeeper.explain.tournament_words import helper_name, source_text
from scorekeeper.journal.owner import ActRefused, NotAllowed
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.round_draw import parts_to_come
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS, LoadedTournament, find_tournament
from scorekeeper.web.forms import OperationForms, draft_attributes
from scorekeeper.web.phone_identity import role_in_tournament
from scorekeeper.web.role_link_pages import RoleLinkPages
from scorekeeper.web.tournament_operations import TOURNAMENT_OPERATIONS

pages = Blueprint("tournaments", __name__)


def organised(tournament_id: str) -> LoadedTournament:
    """The tournament, for its organiser.

    :raises NotAllowed: for anyone else.
    """
    loaded_tournament = find_tournament(tournament_id)
    if role_in_tournament(tournament_id) != "organiser":
        raise NotAllowed
    return loaded_tournament


def helped(tournament_id: str) -> LoadedTournament:
    """The tournament, for its organiser and helpers.

    :raises NotAllowed: for anyone else.
    """
    loaded_tournament = find_tournament(tournament_id)
    if not role_in_tournament(tournament_id):
        raise NotAllowed
    return loaded_tournament


def _draft(
    loaded_tournament: LoadedTournament, *form: str | int, mark: int, is_unwritten: bool = False
) -> Markup:
    key = (loaded_tournament.public_id, *form, loaded_tournament.tournament.last_erasure)
    return draft_attributes(*key, mark=mark, is_unwritten=is_unwritten)


def context_of(loaded_tournament: LoadedTournament) -> dict[str, object]:
    """The variables that every page of a tournament has."""
    role = role_in_tournament(loaded_tournament.public_id)
    return {
        "loaded_tournament": loaded_tournament,
        "tournament": loaded_tournament.tournament,
        "set_up": loaded_tournament.tournament.set_up,
        "role": role,
        "entrants_word": entrants_word,
        "plan_texts": plan_texts,
        "there_text": words.there_text,
        "round_name": partial(words.round_name, loaded_tournament.tournament),
        "draw_text": partial(words.draw_text, loaded_tournament.tournament),
        "parts_to_come": partial(parts_to_come, loaded_tournament),
        "table_name": partial(words.table_name, loaded_tournament.tournament),
        "last_table_name": words.last_table_name,
        "last_table_title": partial(words.last_table_title, loaded_tournament.tournament),
        "heading_at": partial(heading_at, loaded_tournament.tournament.set_up),
        "helper_name": partial(helper_name, is_named=bool(role)),
        "source_of": partial(source_text, loaded_tournament.tournament, is_named=bool(role)),
        "draft": partial(_draft, loaded_tournament),
    }


def refusal_text(refusal: ActRefused) -> str:
    """The first fault, in words."""
    assert isinstance(refusal, TournamentRefused)
    return words.FAULTS.say(refusal.faults[0].code)


TOURNAMENT_FORMS: Final = OperationForms(
    pages, "tournament_id", TOURNAMENT_OPERATIONS, organised, role_in_tournament, refusal_text
)
TOURNAMENT_LINK_PAGES: Final = RoleLinkPages(
    TOURNAMENT_ROLE_LINKS,
    "tournaments",
    "tournament_id",
    organised,
    context_of,
    refusal_text,
)
TOURNAMENT_LINK_PAGES.add_to(pages, "/t/")
