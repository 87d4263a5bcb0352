"""The persons of a club: they come, change, turn out to be one, and their names are erased."""

from flask import Response, abort, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.acts.club_fields import LONGEST_CLUB_TEXT, ClubRefused
from scorekeeper.club.acts.club_set_ups import ClubNamesErased, PersonErased
from scorekeeper.club.acts.roster import PersonsJoined
from scorekeeper.club.club_file import left_out
from scorekeeper.club.club_service import LoadedClub, find_club, person_meant
from scorekeeper.club.club_state import ClubPerson
from scorekeeper.club.club_tournaments import pairs_with_names_of
from scorekeeper.club.erased_names import erase_club, erase_person
from scorekeeper.explain import club_words
from scorekeeper.explain.tournament_words import title_of
from scorekeeper.export.club_export import club_json
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict, OperationReused
from scorekeeper.rules.names import LONGEST_NAME, tidy_name
from scorekeeper.web.club_here import is_long_choice
from scorekeeper.web.clubs.club_form import (
    CLUB_FORMS,
    club_context,
    helped_club,
    organised_club,
    pages,
)
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.privacy import is_sure
from scorekeeper.web.phone_identity import phone_id, role_in_club, role_in_tournament

_FIELDS = ("name", "note")


@pages.get("/c/<club_id>/persons")
def persons(club_id: str) -> Response:
    """The roster, and a form for one more."""
    return _roster(helped_club(club_id))


@pages.post("/c/<club_id>/persons")
def add_person(club_id: str) -> BaseResponse:
    """Add a person."""
    loaded_club, typed = helped_club(club_id), _typed()
    try:
        CLUB_FORMS.perform(loaded_club, "add_person", {**typed, "by_number": _by_number()})
    except ClubRefused as refusal:
        return _roster(helped_club(club_id), refusal, typed)
    return go_to(".persons", club_id=club_id)


@pages.get("/c/<club_id>/persons/<int:number>")
def person(club_id: str, number: int) -> Response:
    """Show the form of a person, and the entries joined to it."""
    return _person(helped_club(club_id), number)


@pages.post("/c/<club_id>/persons/<int:number>")
def change_person(club_id: str, number: int) -> BaseResponse:
    """Call the person otherwise, or show it otherwise."""
    loaded_club = helped_club(club_id)
    key, typed = _key(loaded_club, number), _typed()
    try:
        fields: Json = {"person": key, **typed, "by_number": _by_number()}
        CLUB_FORMS.perform(loaded_club, "change_person", fields)
    except ClubRefused as refusal:
        return _person(helped_club(club_id), number, refusal, typed)
    except OperationReused:
        raise
    except Conflict:
        return _person_now(helped_club(club_id), number, typed)
    return go_to(".persons", club_id=club_id)


@pages.post("/c/<club_id>/persons/<int:number>/join")
def join_person(club_id: str, number: int) -> BaseResponse:
    """Make another entry this person, once it was shown what follows."""
    loaded_club = organised_club(club_id)
    other = person_meant(loaded_club.club, request.form.get("other", ""), is_inside=True)
    body = PersonsJoined(person=_key(loaded_club, number), other=other)
    try:
        body.check(loaded_club.club)
        if request.form.get("sure") == "1":
            CLUB_FORMS.perform(loaded_club, "join_persons", body.fields())
    except ClubRefused as refusal:
        return _person(loaded_club, number, refusal)
    if request.form.get("sure") != "1":
        return _person(loaded_club, number, asked=body.other)
    return go_to(".person", club_id=club_id, number=number)


@pages.post("/c/<club_id>/persons/<int:number>/part")
def part_person(club_id: str, number: int) -> BaseResponse:
    """Part two persons that were taken for one; shown is the page where it was asked."""
    loaded_club = organised_club(club_id)
    shown = whole_number(request.form.get("shown"), digits=4) or number
    try:
        CLUB_FORMS.perform(loaded_club, "part_person", {"person": _key(loaded_club, number)})
    except ClubRefused as refusal:
        return _person(loaded_club, number, refusal)
    return go_to(".person", club_id=club_id, number=_key(loaded_club, shown))


@pages.get("/c/<club_id>/persons/<int:number>/names")
def person_names(club_id: str, number: int) -> Response:
    """Show how the person's names are erased."""
    return _names(organised_club(club_id), number)


@pages.post("/c/<club_id>/persons/<int:number>/names")
def erase_person_names(club_id: str, number: int) -> BaseResponse:
    """Erase the person's names, once it is ticked that they shall go."""
    loaded_club = organised_club(club_id)
    key = _key(loaded_club, number)
    if not is_sure():
        return _names(loaded_club, number, 422)
    erased = erase_person(club_id, phone_id(), key)
    if pairs_with_names_of(erased.club, key):
        return go_to(".person_names", club_id=club_id, number=key)
    return go_to(".persons", club_id=club_id)


def _typed() -> dict[str, str]:
    return {name: tidy_name(request.form.get(name, "")) for name in _FIELDS}


def _by_number() -> bool:
    return request.form.get("by_number") == "1"


def _key(loaded_club: LoadedClub, number: int) -> str:
    if str(number) not in loaded_club.club.persons:
        abort(404)
    return str(number)


def _said(loaded_club: LoadedClub, refusal: ClubRefused | None) -> dict[str, str]:
    """Return the sentence on each fault, by its field."""
    faults = refusal.faults if refusal else ()
    is_inside = bool(role_in_club(loaded_club.public_id))
    return {
        one.field: club_words.fault_text(loaded_club.club, one, is_inside=is_inside)
        for one in faults
    }


def _roster(
    loaded_club: LoadedClub,
    refusal: ClubRefused | None = None,
    typed: dict[str, str] | None = None,
) -> Response:
    page = render_template(
        "clubs/persons.html",
        **club_context(loaded_club),
        typed=typed or dict.fromkeys(_FIELDS, ""),
        by_number=_by_number(),
        wrong=_said(loaded_club, refusal),
        longest=(LONGEST_NAME, LONGEST_CLUB_TEXT),
    )
    return make_response(page, 422 if refusal else 200)


def _person(
    loaded_club: LoadedClub,
    number: int,
    refusal: ClubRefused | None = None,
    typed: dict[str, str] | None = None,
    asked: str = "",
    stale: str = "",
) -> Response:
    club = loaded_club.club
    shown = club.persons[_key(loaded_club, number)]
    page = render_template(
        "clubs/person.html",
        **club_context(loaded_club),
        person=shown,
        typed=typed or {"name": shown.name, "note": shown.note},
        by_number=_is_shown_by_number(loaded_club, shown, stale) if typed else shown.by_number,
        same=club.persons[club.who_is(shown.key)] if shown.same_as else None,
        joined=[one for one in club.persons.values() if one.same_as == shown.key],
        others=[one for one in club.roster if one.key != shown.key],
        is_long=is_long_choice(club),
        asked=club.persons.get(asked),
        stale=stale,
        wrong=_said(loaded_club, refusal),
        longest=(LONGEST_NAME, LONGEST_CLUB_TEXT),
    )
    return make_response(page, 422 if refusal else 409 if stale else 200)


def _person_now(loaded_club: LoadedClub, number: int, typed: dict[str, str]) -> Response:
    """The page of a person who was changed since the form was opened, with the typed texts.

    A name that was erased meanwhile must not come back: then the typed texts are not shown.
    """
    _, revision = operation()
    if any(act.body.is_erasing for act in loaded_club.club.acts[revision:]):
        return _person(loaded_club, number, stale="erased")
    return _person(loaded_club, number, typed=typed, stale="changed")


def _is_shown_by_number(loaded_club: LoadedClub, person: ClubPerson, stale: str) -> bool:
    """Is the box ticked when the form comes back? What others promised meanwhile stays promised."""
    if not stale:
        return _by_number()
    is_organiser = role_in_club(loaded_club.public_id) == "organiser"
    return person.by_number or (is_organiser and _by_number())


def _names(loaded_club: LoadedClub, number: int, status: int = 200) -> Response:
    shown = loaded_club.club.persons[_key(loaded_club, number)]
    acts = reversed(loaded_club.club.acts)
    erased = (
        act.at
        for act in acts
        if isinstance(act.body, PersonErased) and act.body.person == shown.key
    )
    page = render_template(
        "clubs/person_names.html",
        **club_context(loaded_club),
        person=shown,
        erased_at=next(erased, None),
        is_unsure=status == 422,
        played_in=pairs_with_names_of(loaded_club.club, shown.key),
        title_of=title_of,
        role_in_tournament=role_in_tournament,
    )
    return make_response(page, status)


@pages.get("/c/<club_id>/names")
def names(club_id: str) -> Response:
    """Show what the club says about people, and how to erase it."""
    return _page(find_club(club_id))


@pages.post("/c/<club_id>/names")
def erase_names(club_id: str) -> BaseResponse:
    """Erase all names, once it is ticked that they shall go."""
    loaded_club = organised_club(club_id)
    if not is_sure():
        return _page(loaded_club, 422)
    erase_club(club_id, phone_id())
    return go_to(".show", club_id=club_id)


@pages.get("/c/<club_id>/club.json")
def export_json(club_id: str) -> Response:
    """All that is kept of the club, its notes too."""
    response = jsonify(club_json(organised_club(club_id)))
    response.headers["Content-Disposition"] = 'attachment; filename="tefteri-club.json"'
    return response


def _page(loaded_club: LoadedClub, status: int = 200) -> Response:
    acts = reversed(loaded_club.club.acts)
    erased = (act.at for act in acts if isinstance(act.body, ClubNamesErased))
    page = render_template(
        "clubs/names.html",
        **club_context(loaded_club),
        erased_at=next(erased, None),
        is_unsure=status == 422,
        left_out=left_out(loaded_club, phone_id()),
    )
    return make_response(page, status)
