"""The server and the phone fill the views of a match with the same values, in random matches."""

import json
import re

import pytest

from scorekeeper.explain.labels import seat_name
from scorekeeper.explain.shown_names import (
    deals_text,
    match_as_read,
    player_in,
    players_today,
    side_names,
)
from scorekeeper.explain.spoken import vocabulary
from scorekeeper.i18n import use_locale
from scorekeeper.match.acts.body import MatchAct, Refused
from scorekeeper.match.acts.hand_acts import Voided
from scorekeeper.match.match_journal import with_act
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.match import Adjust, Claim
from scorekeeper.web.api.tournament_view import acts_json
from scorekeeper.web.match.adjustments import WHY
from scorekeeper.web.match.entry_values import change_values, claim_values
from scorekeeper.web.match.filled_views import fill_view
from scorekeeper.web.match.view_values import adjustment_values, hand_values, ledger_values
from tests.node import answers
from tests.services.wild_acts import WildTable

MATCHES = 60
PUBLIC_ID = "a" * 22


def written(view, values):
    """The view with these values, without what only one of both runtimes has."""
    html = fill_view(view, {**values, "is_unsent": False})
    html = re.sub(r' (href|value)="[^"]*"', "", html)
    html = re.sub(r'<p class="ways">.*?</p>', "", html, flags=re.DOTALL)
    return re.sub("[\u00ad\u2060]", "", html).replace("\u00a0", " ")  # where lines may break


def proposal(ledger):
    """Void the first entry: the act and the ledger after it, or None without an entry."""
    if not ledger.hand_ids:
        return None
    act = MatchAct(ledger.revision + 1, Voided(voids=ledger.hand_ids[0]))
    try:
        return act, with_act(ledger, act)
    except Refused:
        return None


def served(ledger, claim):
    """The views of a match as the server fills them."""
    shown = match_as_read(ledger.match, None)
    names = side_names(shown)
    loaded = LoadedMatch(PUBLIC_ID, ledger)
    deals = deals_text(shown, ledger.standing.dealer)
    first = {"plays": not ledger.standing.is_over, "deals": deals}
    whole = {**ledger_values(loaded, names, may_write=False), **first}
    yield from ((view, whole) for view in ("ledger", "totals", "verdict"))
    for hand_id in ledger.hand_ids:
        row = ledger.row(hand_id)
        if isinstance(row.entry, Adjust):
            yield "adjustment", adjustment_values(row, names)
            continue
        dealer = seat_name(row.dealer, names, player_in(players_today(shown), row.dealer))
        yield "hand", hand_values(ledger, hand_id, names, dealer)
    typed = {"side": claim.side, "points": str(claim.points)}
    yield "claim", claim_values(ledger, names, typed, {}, claim)
    if found := proposal(ledger):
        act, after = found
        values = change_values(ledger, after, shown, act.body.hand_id, act.body.kind)
        yield "change", values


@pytest.mark.parametrize("language", ["el", "en"])
def test_phone_fills_each_view_as_the_server_does(app, language):
    questions, expected = [], []
    with app.test_request_context(), use_locale(language):
        kinds = {kind: str(words) for kind, words in WHY.items()}
        for seed in range(MATCHES):
            table = WildTable(seed)
            _, ledger = table.tries(table.one_of([1, 5, 9, 20]))
            claim = Claim(table.one_of("AB"), 1)
            found = proposal(ledger)
            void = found and {"kind": "voided", "data": {"hand_id": ledger.hand_ids[0]}}
            acts = acts_json(LoadedMatch(PUBLIC_ID, ledger))["acts"]
            asked = {"side": claim.side, "points": claim.points}
            questions.append({"acts": acts, "proposed": void, "claim": asked, "kinds": kinds})
            expected.append([(view, written(view, v)) for view, v in served(ledger, claim)])
        given = answers("views.mjs", [{"speak": json.loads(vocabulary(language))}, *questions])[1:]
        for pages, values in zip(expected, given, strict=True):
            filled = [(view, written(view, its)) for view, its in values if view != "adjust"]
            assert [view for view, _ in filled] == [view for view, _ in pages]
            for (view, phone), (_, server) in zip(filled, pages, strict=True):
                assert phone.splitlines() == server.splitlines(), view
