"""Recovery of a phone that lost its cookie, by proofs kept beside its unsent hands.

A browser writes its cookies now and then, but its storage at once. So a killed browser may lose its
cookies only. A phone without a cookie gets an invitation first, stores proofs that belong to it,
and asks again. So the next request finds the same phone, whichever answer is lost.
"""

from contextlib import suppress
from typing import Final

from flask import Blueprint, Response, abort, jsonify, request

from scorekeeper.journal.identifiers import hash_of, is_public_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.links import recover_match
from scorekeeper.match.matches import Full, find_match
from scorekeeper.match.phones import find_phone, find_sender
from scorekeeper.web import limits
from scorekeeper.web.phone_identity import (
    invite_phone,
    is_known_again,
    phone_id,
    phone_shown_by,
    proof_of_phone,
    secret_after,
    take_back,
)
from scorekeeper.web.same_origin import is_from_own_page

pages = Blueprint("known_again", __name__)

_MOST: Final = 10
"""Proofs that a phone may show at once."""


@pages.post("/phone/again")
def show() -> Response:
    """Recognise a phone by the proof that it kept, and give it one for the next time."""
    if not is_from_own_page():  # it carries no form's token
        abort(403)
    proofs, public_id = _read_proofs()
    if not is_known_again():
        invite_phone()
        return jsonify(proof=proof_of_phone(), is_invited=True)
    secret_hashes = [phone_shown_by(proof) for proof in proofs]
    shown = [lost for lost in secret_hashes if lost]
    # Each proof is tried: the phone may have been several.
    came = [_comes_back(lost, public_id) for lost in [*shown, *_unheard(shown, public_id)]]
    is_back = any(came)
    if not is_back and None in secret_hashes:
        limits.count_failed_secret()
    return jsonify(proof=proof_of_phone(), is_back=is_back)


def _read_proofs() -> tuple[list[str], str]:
    try:
        body = request.get_json(silent=True)
    except RecursionError:  # brackets in brackets in brackets
        abort(400)
    fields = body if isinstance(body, dict) else {}
    proofs, public_id = fields.get("proofs"), fields.get("match") or ""
    if not isinstance(public_id, str) or not isinstance(proofs, list) or len(proofs) > _MOST:
        abort(400)
    if not all(isinstance(proof, str) and proof.isascii() for proof in proofs):
        abort(400)
    return proofs, public_id


def _unheard(shown: list[str], public_id: str) -> list[str]:
    """Hashes of the secrets that the phone was given in answers which it may have lost.

    Such a secret follows from its invitation and the proof, or the start of a match, it sent.
    """
    by_proof = [secret_after(one, sent) for one in shown for sent in shown if one != sent]
    given = [secret for secret in by_proof if find_phone(secret) is not None]
    with suppress(NotFound):
        if shown and is_public_id(public_id):
            words = (public_id, find_match(public_id).ledger.acts[0].op_id)
            by_start = [secret_after(one, word) for one in shown for word in words]
            given += [secret for secret in by_start if find_sender(secret) is not None]
    return [hash_of(secret) for secret in given]


def _comes_back(lost: str, public_id: str) -> bool:
    phone = phone_id()
    if phone is None:
        return take_back(lost)
    with suppress(NotFound, Full):
        return is_public_id(public_id) and recover_match(public_id, lost, phone)
    return False
