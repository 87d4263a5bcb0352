"""The asking phone: its cookie, and its role in a match, tournament or club.

A role is looked up once a request.
"""

import hashlib
from collections.abc import Mapping
from typing import Final

from flask import Flask, Response, current_app, g, request
from itsdangerous import BadSignature, Signer

from scorekeeper.club.club_service import CLUBS
from scorekeeper.config import current_settings
from scorekeeper.journal.identifiers import hash_of, new_secret
from scorekeeper.journal.organised import Role
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.match.phones import (
    PhoneRole,
    come_back,
    enrol_phone,
    enrol_sender,
    find_phone,
    find_role,
    find_sender,
    see_match,
)
from scorekeeper.operating.cookies import cookie_name, delete_cookie, name_over, set_cookie
from scorekeeper.tournament.places import TablePlace, left_behind_by, place_at, place_of
from scorekeeper.tournament.service import TOURNAMENTS

PHONE_COOKIE: Final = "phone"
"""Holds the phone's secret."""


def init_app(app: Flask) -> None:
    """Send the phone's cookie with the answers that need it."""
    app.after_request(_set_phone_cookie)


def phone_id() -> int | None:
    """The phone that asks, if it has started a match here; in the demo all are its one phone."""
    if "phone_id" not in g:
        g.phone_id = find_phone(phone_secret())
    found: int | None = g.phone_id
    return found


def phone_secret() -> str | None:
    """The secret of the asking phone."""
    return secret_in(request.cookies, is_secure=request.is_secure)


def secret_in(cookies: Mapping[str, str], *, is_secure: bool) -> str | None:
    """The secret of the phone with these cookies; in the demo all are its one phone."""
    return current_settings().demo_phone or cookies.get(
        name_over(PHONE_COOKIE, is_secure=is_secure)
    )


def known_phone(form: str) -> int:
    """The phone that asks, enrolled if it is new; its secret goes out with the answer.

    `form` is a random word of the form. A phone may send the form again, after two taps or a lost
    answer. It is recognised by this word and by its invitation.
    """
    row_id = phone_id()
    if row_id is None:
        secret = _secret_of_form(form)
        row_id, g.new_phone_secret = enrol_sender(secret) if secret else enrol_phone()
        g.phone_id = row_id
    return row_id


def sending_phone(form: str) -> int | None:
    """The phone that asks, also where it sent this form before and lost the answer."""
    row_id, secret = phone_id(), _secret_of_form(form)
    return find_sender(secret) if row_id is None and secret else row_id


def invite_phone() -> None:
    """Let a new phone be known again, before it has a cookie.

    A form that is sent twice, because its answer was lost or of two taps, is then of one phone.
    """
    if not is_known_again():
        g.new_phone_secret = _invitations().sign(new_secret()).decode()


def _invitation() -> str | None:
    """The cookie that we gave a phone before it started a match.

    It is signed, and never the phone's secret: a stranger may have got it, and put it there.
    """
    secret = request.cookies.get(cookie_name(PHONE_COOKIE), "")
    return secret if _invitations().validate(secret) else None


def _invitations() -> Signer:
    return Signer(current_app.secret_key or "", salt="invitation", digest_method=hashlib.sha256)


def _secret_of_form(form: str) -> str | None:
    invitation = _invitation()
    return secret_after(hash_of(invitation), form) if invitation else None


def secret_after(invitation: str, word: str) -> str:
    """The secret of the phone that had the invitation with this hash, and then sent this word.

    It follows from both, so that a lost answer can be given again; only this server can make it.
    """
    signer = Signer(current_app.secret_key or "", salt="phone", digest_method=hashlib.sha256)
    return signer.get_signature(f"{invitation}.{word}").decode()


def is_known_again() -> bool:
    """Has the phone that asks a cookie, by which it is the same one when it asks again?"""
    return phone_id() is not None or _invitation() is not None


def proof_of_phone() -> str | None:
    """A proof that recognises the asking phone, should it lose its cookie.

    The hash of its secret, which follows from no address and no act, signed; it ends with that
    secret. None in the demo, and for a phone that is not known again.
    """
    secret = g.get("new_phone_secret") or (request.cookies.get(cookie_name(PHONE_COOKIE), ""))
    is_own = "new_phone_secret" in g or is_known_again()
    if not is_own or current_settings().demo_phone:
        return None
    return _proofs().sign(hash_of(secret)).decode()


def phone_shown_by(proof: str) -> str | None:
    """The hash of the secret that the phone had which was given this proof."""
    try:
        return _proofs().unsign(proof).decode()
    except BadSignature:
        return None


def _proofs() -> Signer:
    return Signer(current_app.secret_key or "", salt="proof", digest_method=hashlib.sha256)


def take_back(lost: str) -> bool:
    """Is the phone that asks, so far only invited, now the one whose secret had this hash?"""
    secret = _secret_of_form(lost)
    back = come_back(lost, secret) if secret else None
    if back is not None:
        g.phone_id, g.new_phone_secret = back, secret
    return back is not None


def forget_phone() -> None:
    """Forget the requesting phone: its cookie is deleted with the answer."""
    g.phone_id = None
    g.is_phone_forgotten = True


def _secret_to_renew() -> str | None:
    """The secret of a known phone that writes: from then on it is known for a year."""
    is_known = request.method in ("POST", "PUT") and g.get("phone_id") is not None
    return request.cookies.get(cookie_name(PHONE_COOKIE)) if is_known else None


def _set_phone_cookie(response: Response) -> Response:
    if g.get("is_phone_forgotten"):
        delete_cookie(response, PHONE_COOKIE)
    secret = g.get("new_phone_secret") or _secret_to_renew()
    if secret:
        set_cookie(response, PHONE_COOKIE, secret)
    return response


def role_in(public_id: str) -> PhoneRole:
    """The role of the asking phone in this match, as it was when the request first needed it."""
    roles: dict[str, PhoneRole] = g.setdefault("roles", {})
    if public_id not in roles:
        roles[public_id] = find_role(phone_secret(), public_id)
    return roles[public_id]


def open_match(public_id: str) -> LoadedMatch:
    """The match, and with it the asking phone and its role, which are not looked up again.

    :raises NotFound: there is no such match.
    :raises DamagedEvent: an event of it is not as it was written.
    """
    seen_match = see_match(phone_secret(), public_id)
    g.phone_id = seen_match.phone_id
    g.setdefault("roles", {})[public_id] = seen_match.role
    g.setdefault("tables", {})[public_id] = seen_match.table
    return seen_match.loaded_match


def place_in(public_id: str) -> TablePlace | None:
    """The table at which this match is played, as it was when the request opened the match."""
    tables = g.get("tables", {})
    return place_at(tables[public_id]) if public_id in tables else place_of(public_id)


def left_by_tournament(public_id: str) -> str:
    """The address of the tournament that took the round of this opened match back, or nothing."""
    return left_behind_by(g.get("tables", {}).get(public_id))


def role_in_tournament(public_id: str) -> Role:
    """The role of the asking phone in this tournament, as it was when first needed."""
    roles: dict[str, Role] = g.setdefault("tournament_roles", {})
    if public_id not in roles:
        roles[public_id] = TOURNAMENTS.role_with(public_id, phone_secret())
    return roles[public_id]


def act_in_club_as(public_id: str, role: Role) -> None:
    """Let the request have this role in the club: a program shows no cookie."""
    g.setdefault("club_roles", {})[public_id] = role


def role_in_club(public_id: str) -> Role:
    """The role of the asking phone in this club, as it was when first needed."""
    roles: dict[str, Role] = g.setdefault("club_roles", {})
    if public_id not in roles:
        roles[public_id] = CLUBS.role_with(public_id, phone_secret())
    return roles[public_id]
