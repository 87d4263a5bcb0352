"""A table: its scorer's link, what its phone says, and its result as it is written."""

from typing import Any, NamedTuple

from flask import Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import sheet_checks
from scorekeeper.i18n import tournament_words as words
from scorekeeper.rules.names import tidy_name
from scorekeeper.services.tournaments import drawing, keeping, links
from scorekeeper.services.tournaments.acting import LONGEST_REASON, Refused
from scorekeeper.services.tournaments.acts import Json
from scorekeeper.services.tournaments.keeping import Held, MovedOn
from scorekeeper.services.tournaments.playing import PlayedTable, play_round
from scorekeeper.services.tournaments.state import DrawnRound
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.qr import is_of_this_machine, qr_code
from scorekeeper.web.security import phone_id, role_in_tournament
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, helped, organised
from scorekeeper.web.tournaments.swap import find_round


class Typed(NamedTuple):
    """A result as it was typed."""

    a: str = ""
    b: str = ""
    reason: str = ""

    @property
    def score(self) -> list[Any]:
        """Two numbers, or what is none as it was typed."""
        return [_number(self.a), _number(self.b)]


def _number(text: str) -> Any:
    text = text.strip().replace("−", "-")
    is_number = text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()
    return int(text) if is_number and len(text) < 10 else text


@pages.get("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>")
def table(tournament_id: str, number: int, table: int) -> Response:
    """The table, with a form for its result."""
    held = helped(tournament_id)
    drawn, played = find_table(held, number, table)
    return _page(held, drawn, played, Typed())


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>")
def enter_result(tournament_id: str, number: int, table: int) -> BaseResponse:
    """Write the result. Where rounds were drawn after it, first show what it changes."""
    held = helped(tournament_id)
    op_id, revision = operation()
    drawn, played = find_table(held, number, table)
    form = request.form
    typed = Typed(form.get("a", ""), form.get("b", ""), tidy_name(form.get("reason", "")))
    data = {
        "round": number,
        "table": table,
        "score": typed.score,
        "hands": [0, 0],
        "source": role_in_tournament(tournament_id),
        "reason": typed.reason,
    }
    try:
        changed = changes_to_confirm(held, drawn, data)
        if changed is not None:
            return _page(held, drawn, played, typed, asks=True, changed=changed)
        keeping.do(tournament_id, phone_id(), op_id, revision, "result", data)
    except Refused as refused:
        wrong = words.FAULTS.say(refused.faults[0].code)
        return _page(held, drawn, played, typed, 422, wrong)
    except MovedOn as moved:
        drawn, played = find_table(moved.held, number, table)
        wrong = _("It was changed meanwhile. See what is there now.")
        return _page(moved.held, drawn, played, typed, 409, wrong)
    at = f"table-{table}"
    return go_to(".board", tournament_id=tournament_id, number=number, _anchor=at)


@pages.get("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/link")
def table_link(tournament_id: str, number: int, table: int) -> Response:
    """The scorer's link of the table, as it is printed on its sheet."""
    held = organised(tournament_id)
    drawn, played = find_table(held, number, table)
    address, code = "", None
    secret = links.table_link(played.live.public_id) if played.live else None
    if secret is not None:
        address = f"{url_for('links.ask', _external=True)}#{secret}"
        code = qr_code(address)
    page = render_template(
        "tournaments/table_link.html",
        **context_of(held),
        drawn=drawn,
        played=played,
        address=address,
        code=code,
        stays_here=is_of_this_machine(address),
    )
    return make_response(page)


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/link")
def renew_link(tournament_id: str, number: int, table: int) -> BaseResponse:
    """A new link; the one before, on paper too, opens the match no more."""
    held = organised(tournament_id)
    _drawn, played = find_table(held, number, table)
    if played.live is None:
        abort(404)
    links.renew_table_link(played.live.match_id, played.live.public_id)
    return go_to(".table_link", tournament_id=tournament_id, number=number, table=table)


def changes_to_confirm(held: Held, drawn: DrawnRound, data: Json) -> tuple[int, ...] | None:
    """The rounds that would have been drawn otherwise; None where nothing is left to confirm.

    :raises NotAllowed: for anyone but the organiser, where later rounds were drawn.
    :raises Refused: it is no result.
    """
    if drawn == held.tournament.last_round or request.form.get("confirm") == "yes":
        return None
    organised(held.public_id)
    return drawing.changed_by(held.tournament, data)


def find_table(held: Held, number: int, table: int) -> tuple[DrawnRound, PlayedTable]:
    """The table of the round; 404 where there is none."""
    drawn = find_round(held, number)
    if drawn.table(table) is None:
        abort(404)
    return drawn, play_round(held, drawn)[table - 1]


def _page(
    held: Held,
    drawn: DrawnRound,
    played: PlayedTable,
    typed: Typed,
    status: int = 200,
    wrong: str = "",
    *,
    asks: bool = False,
    changed: tuple[int, ...] = (),
) -> Response:
    page = render_template(
        "tournaments/table.html",
        **context_of(held),
        drawn=drawn,
        played=played,
        typed=typed,
        wrong=wrong,
        asks=asks,
        changed=changed,
        longest=LONGEST_REASON,
        checks=sheet_checks,
    )
    return make_response(page, status)
