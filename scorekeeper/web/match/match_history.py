"""A match's history: every act in words, and undoing an earlier one."""

from typing import Final

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain.acts import name_in_ledger
from scorekeeper.i18n import gettext as _
from scorekeeper.match.acts.body import BuiltOn, MatchAct, Refused
from scorekeeper.match.acts.draft import players_of
from scorekeeper.match.acts.meta import Undone
from scorekeeper.match.matches import LoadedMatch, find_match
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.history_entries import history_of_match
from scorekeeper.web.match.matches import match_context, own_match
from scorekeeper.web.match.proposals import ChangeProposal, propose
from scorekeeper.web.phone_identity import phone_id

PAGE: Final = 100
"""Acts on one page: most matches have no more, and the page is as quick as a ledger."""

pages = Blueprint("history", __name__, url_prefix="/m/<public_id>/history")


@pages.get("/")
def show(public_id: str) -> str:
    """Show every act, the newest first, in pages."""
    return _page(find_match(public_id), until=request.args.get("until", type=int))


@pages.route("/<int:seq>/undo", methods=["GET", "POST"])
def undo(public_id: str, seq: int) -> BaseResponse:
    """Show what the match is without the act; once that is confirmed, undo it."""
    return _undo(public_id, seq, is_bringing_back=False)


@pages.route("/<int:seq>/bring-back", methods=["GET", "POST"])
def bring_back(public_id: str, seq: int) -> BaseResponse:
    """Show what the match is with the act that was undone; once confirmed, bring it back."""
    return _undo(public_id, seq, is_bringing_back=True)


def _undo(public_id: str, seq: int, *, is_bringing_back: bool) -> BaseResponse:
    loaded_match = own_match(public_id)
    act = loaded_match.ledger.act(seq)
    if act is None or not act.is_undoable:
        abort(404)
    undone = loaded_match.ledger.undoing_of(seq) if is_bringing_back else act
    if undone is None or (undone.seq in loaded_match.ledger.undone):
        return go_to("matches.show", public_id=public_id)  # done already, by the tap before
    name = name_in_ledger(act, loaded_match.ledger)
    proposal = ChangeProposal(
        loaded_match=loaded_match,
        body=Undone(seq=undone.seq),
        url=request.path,
        back_url=url_for(".show", public_id=public_id),
        back=_("History"),
        title=_("Bring back: %(act)s?", act=name) if is_bringing_back else _undo_title(name),
        button=_("Bring it back") if is_bringing_back else _("Undo it"),
    )
    return propose(proposal, lambda refusal: _refuse(loaded_match, act, refusal))


def _undo_title(name: str) -> str:
    return _("Undo: %(act)s?", act=name)


def _refuse(loaded_match: LoadedMatch, act: MatchAct, refusal: Refused) -> BaseResponse:
    """The history, with the obstacle to the undoing."""
    return Response(_page(loaded_match, why_not_undone(loaded_match, act, refusal)), status=409)


def why_not_undone(loaded_match: LoadedMatch, act: MatchAct, refusal: Refused) -> str:
    """Say what stands in the way of undoing an act, or of bringing it back."""
    ledger, name = loaded_match.ledger, name_in_ledger(act, loaded_match.ledger)
    if isinstance(refusal, BuiltOn) and refusal.acts:
        others = ", ".join(dict.fromkeys(name_in_ledger(one, ledger) for one in refusal.acts))
        return _("%(act)s: first undo what was built on it (%(others)s).", act=name, others=others)
    if isinstance(refusal, BuiltOn) and refusal.hand_ids:
        rows = filter(None, (ledger.row(hand_id) for hand_id in refusal.hand_ids))
        hands = ", ".join(str(row.number) for row in rows)
        return _(
            "%(act)s: without it hand %(hands)s could not be scored. Change the match instead.",
            act=name,
            hands=hands,
        )
    return _("%(act)s cannot be undone alone any more.", act=name)


def _page(loaded_match: LoadedMatch, notice: str = "", until: int | None = None) -> str:
    context, ledger = match_context(loaded_match), loaded_match.ledger
    side = context["reader"].side
    # Today's players did not bid what was bid before they sat down.
    is_read = side is not None or {*ledger.players} <= {players_of(ledger.match)}
    acts = ledger.acts
    end = len(acts) if until is None else min(max(until, 1), len(acts))
    begin = max(0, end - PAGE)
    return render_template(
        "history/page.html",
        **context,
        told=history_of_match(context["ledger"] if is_read else ledger, acts[begin:end], side),
        older=begin,
        newer=min(end + PAGE, len(acts)) if end < len(acts) else None,
        wrong=notice,
        this_phone=phone_id(),
    )
