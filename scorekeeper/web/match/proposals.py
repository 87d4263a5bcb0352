"""Changing what is written: first what it does to every total; once confirmed, the change."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain.shown_names import Fact, head_changes, match_as_read
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.act import has_names
from scorekeeper.match import matches
from scorekeeper.match.acts.body import Body, MatchAct, Refused
from scorekeeper.match.acts.head_acts import Changed
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import with_act
from scorekeeper.match.matches import LoadedMatch, OperationIdReused, RevisionConflict
from scorekeeper.rules.model import Side
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to, is_htmx
from scorekeeper.web.match.entry_values import change_values
from scorekeeper.web.match.filled_views import form_values
from scorekeeper.web.match.matches import own_match, stale_page, written_page
from scorekeeper.web.match.readers import reader_of
from scorekeeper.web.phone_identity import phone_id


@dataclass(frozen=True)
class ChangeProposal:
    """An act that changes what is written, and the words in which it is proposed."""

    loaded_match: LoadedMatch
    body: Body
    url: str
    """The address where the proposal is confirmed."""
    back_url: str
    back: str
    title: str
    button: str
    hand_id: int | None = None
    """The hand that it is about."""

    def result(self) -> Ledger:
        """The ledger as it would be.

        :raises Refused: the act is not possible.
        """
        act = MatchAct(self.loaded_match.ledger.revision + 1, self.body)
        return with_act(self.loaded_match.ledger, act)

    def brings_names_back(self, before: LoadedMatch) -> bool:
        """Were names erased since the match was so, and are some in it?"""
        is_older = before.ledger.last_erasure < self.loaded_match.ledger.last_erasure
        return is_older and has_names(type(self.body), self.body.data)


def propose(
    proposal: ChangeProposal,
    refuse: Callable[[Refused], BaseResponse],
    on_done: Callable[[], BaseResponse] | None = None,
) -> BaseResponse:
    """Show what the act changes; once that is confirmed, write it and go to the match.

    A late confirmation shows its present changes (409), or the match where it is not possible any
    more. `refuse` answers an act that was never possible. A repeat of a written act is answered as
    the first time.
    """
    try:
        if not is_confirmed():
            return _show(proposal, proposal.result())
        op_id, revision = operation()
        public_id = proposal.loaded_match.public_id
        matches.append_act(public_id, phone_id(), op_id, revision, proposal.body)
    except Refused as refusal:
        return refuse(refusal)
    except (RevisionConflict, OperationIdReused) as went_on:
        now = replace(proposal, loaded_match=went_on.loaded_match)
        if now.brings_names_back(proposal.loaded_match):
            return _went_on(went_on.loaded_match, op_id)
        try:
            is_used = isinstance(went_on, OperationIdReused)
            return _show(now, now.result(), stale=True, is_used=is_used)
        except Refused:
            return _went_on(went_on.loaded_match, op_id)
    return (
        on_done() if on_done else go_to("matches.show", public_id=proposal.loaded_match.public_id)
    )


def _went_on(loaded_match: LoadedMatch, op_id: str) -> BaseResponse:
    """The match as it stands now; if the act was not written, the page says so."""
    if loaded_match.ledger.done_by(op_id):  # by the tap before
        return go_to("matches.show", public_id=loaded_match.public_id)
    return stale_page(loaded_match)


def is_confirmed() -> bool:
    """Was the change shown, and is it wanted?"""
    return request.method == "POST" and request.form.get("confirm") == "yes"


def answer_written() -> BaseResponse | None:
    """Say that the form was written already, where it comes again and asks what it would change.

    The answer before each request of the pages that have such forms.
    """
    if request.method != "POST" or is_confirmed() or is_htmx():
        return None
    loaded_match = own_match((request.view_args or {})["public_id"])
    is_written = loaded_match.ledger.done_by(request.form.get("op_id", "")) is not None
    return written_page(loaded_match) if is_written else None


def _facts(before: Ledger, after: Ledger, body: Body, reader: Side | None) -> tuple[Fact, ...]:
    """The differences between the matches' heads, and who deals next."""
    since = ""
    if before.standing.rows and isinstance(body, Changed) and (body.names or body.players):
        number = before.standing.number
        since = _("from hand %(number)s", number=number) if body.from_now else _("from the start")
    return head_changes(before.match, after.match, (before.standing, after.standing), since, reader)


def _show(
    proposal: ChangeProposal, after: Ledger, *, stale: bool = False, is_used: bool = False
) -> Response:
    before = proposal.loaded_match.ledger
    fresh = is_used or "op_id" not in request.form
    side = reader_of(proposal.loaded_match).side
    shown = match_as_read(after.match, side)
    facts = _facts(before, after, proposal.body, side)
    values = {
        **change_values(before, after, shown, proposal.hand_id, proposal.body.kind),
        "facts": [{"what": one.what, "old": one.old, "new": one.new} for one in facts],
        "has_facts": bool(facts),
        "button": proposal.button,
        "typed": [
            {"name": name, "value": value}
            for name, value in request.form.items(multi=True)
            if name not in _CONTROL_FIELDS
        ],
        **form_values(proposal.loaded_match, proposal.url, "" if fresh else request.form["op_id"]),
    }
    page = render_template("changes/page.html", proposal=proposal, values=values, stale=stale)
    return make_response(page, 409 if stale else 200)


_CONTROL_FIELDS = frozenset({"csrf_token", "op_id", "revision", "after", "confirm"})
