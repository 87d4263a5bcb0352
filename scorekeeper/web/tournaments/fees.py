"""Fees and prizes: debts and payments of pairs, with their sums; prizes of the first places."""

from collections.abc import Mapping, Sequence

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain.standings_words import (
    ABSENT_FINALS,
    amount_text,
    money_text,
    read_amount,
    split_amounts,
)
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import shorten
from scorekeeper.tournament.accounts import accounts_of, prizes_of, sums_of
from scorekeeper.tournament.finals import absent_final
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.web.fragments import go_to
from scorekeeper.web.tournaments.rights import TOURNAMENT_FORMS, context_of, organised, pages

_MOST_PRIZES = 50
_LONGEST_SAID = 20
_AMOUNTS = "due", "payment"


@pages.get("/t/<tournament_id>/fees")
def fees(tournament_id: str) -> Response:
    """All accounts, their sums, and the prizes as it stands."""
    return _page(organised(tournament_id))


@pages.post("/t/<tournament_id>/fees")
def change_money(tournament_id: str) -> BaseResponse:
    """Write down the fee of a pair and the prizes."""
    loaded_tournament = organised(tournament_id)
    fee = read_amount(request.form.get("fee") or "0")
    typed = split_amounts(request.form.get("prizes", ""))
    prizes = [read_amount(one) for one in typed]
    if fee is None:
        return _page(loaded_tournament, 422, "fee")
    if None in prizes or len(prizes) > _MOST_PRIZES:
        wrong = next((one for one, read in zip(typed, prizes, strict=True) if read is None), "")
        return _page(loaded_tournament, 422, "prizes", fault=_prizes_fault(wrong))
    money = loaded_tournament.tournament.money
    if (fee, (*prizes,)) != (money.fee, money.prizes):
        try:
            TOURNAMENT_FORMS.perform(loaded_tournament, "money", {"fee": fee, "prizes": [*prizes]})
        except Conflict as conflict:
            return _page(find_tournament(conflict.public_id), 409)
    return go_to(".fees", tournament_id=tournament_id)


@pages.post("/t/<tournament_id>/fees/pairs")
def change_fees(tournament_id: str) -> BaseResponse:
    """Write the changes of the accounts: one act for each pair."""
    loaded_tournament = organised(tournament_id)
    if "all" in request.form:
        return _page(loaded_tournament, paid=_all_paid(loaded_tournament.tournament))
    changed: dict[str, Json] = {}
    wrong = ""
    for account in accounts_of(loaded_tournament.tournament):
        key = account.pair.key
        new = {field: _new(field, key) for field in _AMOUNTS}
        if -1 in new.values():
            wrong = key
        elif amounts := {field: value for field, value in new.items() if value is not None}:
            changed[key] = {"pair": key, **amounts}
    if wrong:
        return _page(loaded_tournament, 422, wrong)
    saved: list[str] = []
    try:
        for key, fields in changed.items():
            TOURNAMENT_FORMS.perform(loaded_tournament, "fee_paid", fields, part=key)
            saved.append(key)
    except Conflict as conflict:
        return _page(find_tournament(conflict.public_id), 409, saved=saved)
    return go_to(".fees", tournament_id=tournament_id)


def _prizes_fault(wrong: str) -> str:
    """Say how prizes are written; `wrong` is the text that is no amount, if there is one."""
    if not wrong:
        return _("Prizes: at most %(most)s.", most=_MOST_PRIZES)
    return _(
        "“%(text)s” is no amount. An amount for each place, with spaces between: 100 60 40.",
        text=shorten(wrong, _LONGEST_SAID),
    )


def _new(field: str, key: str) -> int | None:
    """Return the typed amount; None where it is unchanged, -1 where the text is no amount."""
    typed = request.form.get(f"{field}-{key}", "").strip()
    if typed == request.form.get(f"{field}_was-{key}", ""):
        return None
    amount = read_amount(typed or "0")
    return -1 if amount is None else amount


def _all_paid(tournament: Tournament) -> dict[str, str]:
    """The fields of all pairs that are there and owe something, filled in as paid.

    What was typed counts, and beside it the accounts as they stand: another may have changed them.
    """
    found = {}
    for account in (one for one in accounts_of(tournament) if one.pair.plays):
        typed = (_new(field, account.pair.key) for field in _AMOUNTS)
        due, paid = (
            stands if new is None else new
            for new, stands in zip(typed, (account.due, account.paid), strict=True)
        )
        if paid < due:
            found[f"payment-{account.pair.key}"] = amount_text(due)
    return found


def _typed_fields() -> dict[str, str]:
    """Return the fields that were changed on the page; the others keep their present values."""
    form = request.form.to_dict()
    shown = {name.replace("_was-", "-"): text for name, text in form.items() if "_was-" in name}
    return {name: text for name, text in form.items() if text != shown.get(name)}


def _page(
    loaded_tournament: LoadedTournament,
    status: int = 200,
    wrong: str = "",
    paid: Mapping[str, str] | None = None,
    saved: Sequence[str] = (),
    fault: str = "",
) -> Response:
    accounts = accounts_of(loaded_tournament.tournament)
    page = render_template(
        "tournaments/fees.html",
        **context_of(loaded_tournament),
        accounts=accounts,
        sums=sums_of(accounts),
        prizes=prizes_of(loaded_tournament) if loaded_tournament.tournament.rounds else [],
        absent_final=absent_final(loaded_tournament),
        ABSENT_FINALS=ABSENT_FINALS,
        amount_text=amount_text,
        money_text=money_text,
        prizes_text=" ".join(map(amount_text, loaded_tournament.tournament.money.prizes)),
        typed=_typed_fields() | dict(paid or {}),
        is_filled_in=paid is not None,
        wrong=wrong,
        is_stale=status == 409,
        saved=saved,
        fault=fault or _("An amount, such as 10 or 12,50."),
    )
    return make_response(page, status)
