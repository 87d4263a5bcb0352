"""Acts that a test writes as JSON."""

from scorekeeper.match import matches
from scorekeeper.match.acts.registry import read_body
from scorekeeper.tournament.acts.registry import read_body as read_tournament_body
from scorekeeper.tournament.service import TOURNAMENTS


def do(public_id, phone_id, op_id, revision, kind, data):
    """Append an act to a match: it as it stands then, and whether it was written just now."""
    body = read_body(kind, data)
    return matches.append_act(public_id, phone_id, op_id, revision, body)


def do_in_tournament(public_id, phone_id, op_id, revision, kind, data, asked=None):
    """Write an act in a tournament, which comes back as it stands then."""
    body = read_tournament_body(kind, data)
    asked = data if asked is None else asked
    return TOURNAMENTS.write(public_id, phone_id, op_id, revision, body, asked)
