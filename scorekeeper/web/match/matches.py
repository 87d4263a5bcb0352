"""A match: its ledger, one hand of it with its reasons, and what a chat shows of its link."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, g, make_response, render_template, url_for

from scorekeeper.club.club_record import two_pairs_at
from scorekeeper.explain import labels
from scorekeeper.explain.acts import name_in_ledger
from scorekeeper.explain.other_rules_ruling import scores_by_preset
from scorekeeper.explain.ruling import headline, summary, topic_title
from scorekeeper.explain.shown_names import (
    deals_text,
    match_as_read,
    named_by_players,
    player_in,
    players_today,
    side_names,
)
from scorekeeper.explain.tournament_words import length_text, table_name
from scorekeeper.i18n import gettext
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.agreement import NO_ANSWER, Flag, answers, changed_flags, flags, unanswered
from scorekeeper.match.evenings import Series, standing_before
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import may_be_undone
from scorekeeper.match.matches import MATCHES, LoadedMatch, find_match
from scorekeeper.match.pencil_passing import asking, is_new_scorer, leaves_others, was_declined
from scorekeeper.match.phones import WATCHER, PhoneRole
from scorekeeper.printing.charts import race_chart
from scorekeeper.printing.link_card import LinkCard, evening_card, match_card, may_name_players
from scorekeeper.printing.printer import PRINTER
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Row, leading_side
from scorekeeper.rules.model import OTHER, SEATS, SIDES, BySide, Hand, Seat
from scorekeeper.rules.names import is_fit_name
from scorekeeper.tournament.places import PairSeat, TablePlace, next_seats
from scorekeeper.tournament.service import find_tournament
from scorekeeper.web.club_here import club_line, remembers_club
from scorekeeper.web.forms import draft_attributes
from scorekeeper.web.frames import LinkPreview, link_preview
from scorekeeper.web.match.entry_values import tops_values
from scorekeeper.web.match.filled_views import fill_view, form_values
from scorekeeper.web.match.history_entries import history_of_hand
from scorekeeper.web.match.readers import ReaderPlace, is_read_alike, keep_answer, reader_of
from scorekeeper.web.match.sheets import print_ahead
from scorekeeper.web.match.view_values import contract, entry_urls, hand_values, ledger_values
from scorekeeper.web.page_memory import cached_page, operation_id_in_page, request_key
from scorekeeper.web.phone_identity import left_by_tournament, open_match, place_in, role_in
from scorekeeper.web.preferences import chosen_looks
from scorekeeper.web.settle.auction import auction_url
from scorekeeper.web.settle.card import card_url
from scorekeeper.web.settle.hand import dispute_url
from scorekeeper.web.settle.topic import origin_query


def match_preview(public_id: str, card: LinkCard) -> LinkPreview:
    """The tags of the page of the match with this card."""
    return link_preview(card, "matches.show", "watching.card", {"public_id": public_id})


def evening_preview(public_id: str, series: Series) -> LinkPreview:
    """The tags of an evening's page."""
    drawn = evening_card(series)
    return link_preview(drawn, "evening.show", "watching.evening_picture", {"public_id": public_id})


pages = Blueprint("matches", __name__, url_prefix="/m/<public_id>")
pages.add_app_template_global(fill_view)
pages.add_app_template_global(tops_values)
pages.add_app_template_global(contract)


@pages.get("/")
def show(public_id: str) -> Response:
    """The match page: totals, race, ledger, and for the scorer the next act."""
    loaded_match = open_match(public_id)
    if loaded_match.ledger.standing.is_over:
        PRINTER.start()  # its sheet and its picture are requested next
        if role_in(public_id).writes:
            print_ahead(loaded_match)
    role, place = role_in(public_id), place_in(public_id)
    # A chat's visitor writes in no match, and a scorer's first visit is heavy enough.
    card = None if role.writes else match_card(loaded_match, place)
    reader = reader_of(loaded_match)
    key = (
        public_id,
        loaded_match.ledger.mark,
        role,
        reader,
        place,
        next_seats_of(loaded_match, place),
        evening_heading(loaded_match),
        club_line(loaded_match),  # of which `versus_url` follows, too
        card,  # its names are the club's or the tournament's to take out
        *request_key(),
    )
    response = make_response(
        cached_page(
            key,
            lambda: render_match_page(
                loaded_match, link_preview=match_preview(public_id, card) if card else None
            ),
        )
    )
    if loaded_match.ledger.rematch_of and not role.side and not is_read_alike(public_id, reader):
        keep_answer(response, public_id, reader.answer)  # of the match before
    return response


@pages.app_template_global()
def evening_heading(loaded_match: LoadedMatch) -> str:
    """Say which match of the evening it is and how that stood; empty for the first one."""
    if not loaded_match.ledger.rematch_of:
        return ""
    # Its key, its head and what the phone keeps ask for it, in one and the same page.
    headings: dict[str, str] = g.setdefault("evening_headings", {})
    if loaded_match.public_id not in headings:
        headings[loaded_match.public_id] = _evening_heading(loaded_match.public_id)
    return headings[loaded_match.public_id]


def _evening_heading(public_id: str) -> str:
    found = standing_before(public_id)
    if found is None:
        return ""
    a, b = found.won
    return gettext("Match %(number)s · %(a)s–%(b)s", number=found.number, a=a, b=b)


def render_match_page(loaded_match: LoadedMatch, **more: object) -> str:
    """The match page as it stands, and what else it is to say."""
    return render_template("matches/page.html", **page_context(loaded_match), **more)


def stale_page(loaded_match: LoadedMatch) -> Response:
    """The match page as it stands, which says that it went on and that nothing was written."""
    return Response(render_match_page(loaded_match, notice="stale"), status=409)


def written_page(loaded_match: LoadedMatch) -> Response:
    """The match page as it stands, which says that the form was written already."""
    return Response(render_match_page(loaded_match, notice="written"), status=409)


def page_context(
    loaded_match: LoadedMatch, role: PhoneRole | None = None, reader: ReaderPlace | None = None
) -> dict[str, Any]:
    """The variables of the match page, for the asking phone, or this role and this reader."""
    context = match_context(loaded_match, role, reader)
    ledger, role = loaded_match.ledger, context["role"]
    standing, place = ledger.standing, place_in(loaded_match.public_id)
    is_limited = place is not None and place.limit > 0
    # Without a target what is drawn is the race for the lead.
    full = max(1, *standing.totals) if is_limited else ledger.match.rules.target
    changed, open_flags = changed_flags(ledger), _newest_first(ledger)
    closable = [flag for flag in open_flags if flag in changed and _may_close(flag, role)]
    closable_ids = {flag.hand_id for flag in closable if not flag.is_here}
    undoing = loaded_match.ledger.last_undoing()
    if undoing is not None and not may_be_undone(loaded_match.ledger, undoing):
        undoing = None
    return {
        **context,
        "shown": {
            **ledger_values(context["loaded_match"], context["names"], role.writes),
            **_doing_values(context["loaded_match"], context["reader"], undoing, role.writes),
        },
        "chart": race_chart(standing, full),
        "full": full,
        "versus_url": versus_url(loaded_match),
        "place": place,
        "left_tournament": left_by_tournament(loaded_match.public_id) if place is None else "",
        "next_seats": next_seats_of(loaded_match, place),
        "club": club_line(loaded_match),
        "knows_club": remembers_club(),
        "table_url": _table_url,
        "table_text": table_text,
        "is_limited": is_limited,
        "goal": goal_text(loaded_match, place),
        "auction_address": _auction_address(loaded_match) if role.writes else "",
        "asking": asking(ledger),
        "was_declined": was_declined(ledger, role.side),
        "is_new_scorer": role.writes and is_new_scorer(ledger, role.phone),
        "is_second_scorer": leaves_others(ledger.acts[-1]),
        "changed_flags": changed,
        "closable_flags": closable,
        "open_flags": [flag for flag in open_flags if flag not in closable],
        "unanswered": [
            (hand_id, row)
            for hand_id, row in (unanswered(ledger, role.side) if role.side else [])
            if hand_id not in closable_ids
        ],
        "asks_side": _asks_side(loaded_match, role, context["reader"], place),
    }


def _doing_values(
    loaded_match: LoadedMatch, reader: ReaderPlace, undoing: MatchAct | None, may_write: bool
) -> dict[str, object]:
    """The values of what the scorer can do next; a watcher reads who deals alone."""
    ledger = loaded_match.ledger
    match, standing = ledger.match, ledger.standing
    is_over = standing.is_over
    values: dict[str, object] = {
        "plays": not is_over,
        "number": standing.number,
        "deals": deals_text(match, standing.dealer, reader.chair),
    }
    if not may_write:
        return values
    last, last_hand = ledger.last_act(), _last_hand(ledger)
    acts = {
        "undo": last is not None,
        "bring_back": undoing is not None,
        "stop": not is_over,
        "reopen": standing.end in ("hand", "claim"),
    }
    if last_hand and not undoing and not is_over:
        values["turn"] = url_for(
            "side_answers.show_turned",
            public_id=loaded_match.public_id,
            hand_id=last_hand,
            side=OTHER[reader.side or "A"],
        )
    return {
        **values,
        **form_values(loaded_match, ""),
        **{f"may_{name}": may for name, may in acts.items()},
        **{f"op_{name}": operation_id_in_page() for name, may in acts.items() if may},
        "may_claim": match.rules.claim and not is_over,
        "undo": last and last.seq,
        "why": last
        and not undoing
        and chosen_looks().entry
        and _why(ledger, last, side_names(match)),
        "last": last and not undoing and name_in_ledger(last, ledger),
        "bring_back": undoing and undoing.seq,
        "undone": undoing and name_in_ledger(undoing, ledger),
        "is_saved": True,
    }


def _why(ledger: Ledger, last: MatchAct, names: BySide[str]) -> str:
    """Say why the hand that was written or corrected last scored what it did, if one was."""
    row = ledger.row(getattr(last.body, "hand_id", None) or last.seq)
    if row is None or row.scored is None or row.score is None or not row.counts:
        return ""
    told = row.scored, row.score, row.rules, names
    return labels.with_figures(f"{headline(*told)}: {summary(*told)}")


def next_seats_of(loaded_match: LoadedMatch, place: TablePlace | None) -> tuple[PairSeat, ...]:
    """Return the next seats of a table's pairs, once their match is over."""
    return next_seats(place) if place and place.ended(loaded_match.ledger).is_over else ()


def _newest_first(ledger: Ledger) -> list[Flag]:
    """The open flags."""
    open_flags = (flag for flag in flags(ledger) if flag.is_open)
    return sorted(open_flags, key=lambda flag: -flag.act.seq)


def _may_close(flag: Flag, role: PhoneRole) -> bool:
    """Whether a phone of this role may say that the hand is correct now."""
    return role.writes if flag.is_here else flag.side == role.side


def _last_hand(ledger: Ledger) -> int | None:
    """The id of the last hand of the ledger."""
    pairs = zip(reversed(ledger.hand_ids), reversed(ledger.standing.rows), strict=True)
    return next((hand_id for hand_id, row in pairs if row.number), None)


def _asks_side(
    loaded_match: LoadedMatch, role: PhoneRole, reader: ReaderPlace, place: TablePlace | None
) -> bool:
    """Is the phone to be asked once which side it is on?

    A tournament knows its players. On a phone that watches, the answer changes no word once both
    sides have names.
    """
    match = loaded_match.ledger.match
    if reader.answer or place or loaded_match.ledger.standing.is_over:
        return False
    return role.writes or not (match.sides.A.name and match.sides.B.name)


def versus_url(loaded_match: LoadedMatch) -> str:
    """The page on which the two pairs of a club's match stand against each other; or nothing."""
    pairs = two_pairs_at(loaded_match)
    if pairs is None or not club_line(loaded_match).address:
        return ""
    one, other = ("-".join(persons) for persons in (pairs.a, pairs.b))
    return url_for("clubs.versus", club_id=pairs.loaded_club.public_id, who=one, others=other)


def _auction_address(loaded_match: LoadedMatch) -> str:
    """The address where the auction of the next hand is settled."""
    match = loaded_match.ledger.match
    dealer = loaded_match.ledger.standing.dealer
    names = names_to_send(loaded_match)
    return auction_url(dealer, match.rules, *names, match=loaded_match.public_id)


def _table_url(place: TablePlace) -> str:
    """The table among the others of its round."""
    return url_for(
        "tournaments.board",
        tournament_id=place.tournament,
        number=place.round,
        _anchor=f"table-{place.table}",
    )


def table_text(place: TablePlace) -> str:
    """The name of the table."""
    tournament = find_tournament(place.tournament).tournament
    drawn_round = tournament.round(place.round)
    return table_name(tournament, drawn_round, place.table) if drawn_round else ""


def goal_text(loaded_match: LoadedMatch, place: TablePlace | None) -> str:
    """Say what ends the match: its target, or the hands or minutes of a tournament's table."""
    length, limit = (place.length, place.limit) if place else ("target", 0)
    return length_text(length, limit, loaded_match.ledger.match.rules.target)


def as_read(
    loaded_match: LoadedMatch, reader: ReaderPlace, seated: Seated | None = None
) -> LoadedMatch:
    """The match as this reader reads it.

    `seated` are the players of a hand, for others may have sat down since.
    """
    ledger = loaded_match.ledger
    match = match_as_read(ledger.match, reader.side, seated)
    return MATCHES.with_state(loaded_match, replace(ledger, match=match))


def list_context(roles: Mapping[str, PhoneRole], phone: int | None) -> dict[str, Any]:
    """Return functions by which a list says what a match is to this phone.

    They name its sides, its players and its dealer, and tell whether the phone writes in it.
    """

    def reader_in(loaded_match: LoadedMatch) -> ReaderPlace:
        role = roles.get(loaded_match.public_id, WATCHER)
        return reader_of(loaded_match, role._replace(phone=phone))

    def names_of(loaded_match: LoadedMatch) -> BySide[str]:
        return side_names(as_read(loaded_match, reader_in(loaded_match)).ledger.match)

    def deals_in(loaded_match: LoadedMatch) -> str:
        reader, ledger = reader_in(loaded_match), loaded_match.ledger
        match = as_read(loaded_match, reader).ledger.match
        return deals_text(match, ledger.standing.dealer, reader.chair)

    def players_in(loaded_match: LoadedMatch) -> BySide[str] | None:
        """Return each side's players in one text; None where none are known, or they name it."""
        match, names = loaded_match.ledger.match, names_of(loaded_match)
        seated = players_today(match)
        is_named_by_them = reader_in(loaded_match).side is None and not any(
            party.name for party in match.sides
        )
        if is_named_by_them or not any(any(players) for players in seated):
            return None
        return BySide(
            *(", ".join(filter(None, seated.of(side))) or names.of(side) for side in SIDES)
        )

    def writes_in(loaded_match: LoadedMatch) -> bool:
        return roles.get(loaded_match.public_id, WATCHER).writes

    return {
        "names_of": names_of,
        "players_in": players_in,
        "deals_in": deals_in,
        "writes_in": writes_in,
    }


def match_context(
    loaded_match: LoadedMatch, role: PhoneRole | None = None, reader: ReaderPlace | None = None
) -> dict[str, Any]:
    """The variables that the match page and its parts share.

    They are for the asking phone, or for this role and this reader.
    """
    role = role or role_in(loaded_match.public_id)
    reader = reader or reader_of(loaded_match)
    loaded_match = as_read(loaded_match, reader)
    ledger = loaded_match.ledger
    names = side_names(ledger.match)
    return {
        "loaded_match": loaded_match,
        "ledger": ledger,
        "match": ledger.match,
        "standing": ledger.standing,
        "names": names,
        "role": role,
        "reader": reader,
        "may_write": role.writes,
        "lost_pencil": not role.writes and ledger.held_pencil(role.phone),
    }


@pages.get("/hands/<int:hand_id>")
def hand(public_id: str, hand_id: int) -> str:
    """Why a hand has its score, what was done to it and what the sides say to it."""
    return render_hand_page(find_match(public_id), hand_id)


def render_hand_page(
    loaded_match: LoadedMatch, hand_id: int, *, reason: str = "", wrong: str = ""
) -> str:
    """A hand's page, and in it a flag's reason as it was typed and what is wrong with it."""
    row = find_row(loaded_match, hand_id)
    players = loaded_match.ledger.players_at(hand_id)
    disputes = _disputes(loaded_match, row, hand_id)
    loaded_match = as_read(loaded_match, reader_of(loaded_match), players)
    context = match_context(loaded_match)
    names, scored = context["names"], row.scored
    assert scored is not None
    assert row.dealer is not None
    dealer = labels.seat_name(row.dealer, names, player_in(players, row.dealer))
    values = {
        **hand_values(loaded_match.ledger, hand_id, names, dealer),
        **(
            entry_urls(loaded_match.public_id, hand_id, "changes.void")
            if context["may_write"]
            else {}
        ),
    }
    return render_template(
        "matches/hand.html",
        **context,
        row=row,
        hand_id=hand_id,
        values=values,
        history=history_of_hand(loaded_match.ledger, hand_id),
        answers=answers(loaded_match.ledger).get(hand_id, NO_ANSWER),
        reason=reason,
        wrong_reason=wrong,
        flag_draft=draft_attributes(
            "flag",
            loaded_match.public_id,
            hand_id,
            loaded_match.ledger.last_erasure,
            mark=loaded_match.ledger.revision,
            is_unwritten=wrong != "",
        ),
        disputes=disputes,
        by_other_rules={} if scored.passed_out else scores_by_preset(scored),
    )


def _disputes(loaded_match: LoadedMatch, row: Row, hand_id: int) -> list[tuple[str, str]]:
    """The disputes about the hand: title and address of each."""
    hand, rules = row.scored, row.rules
    assert hand is not None
    assert row.dealer is not None
    assert row.number is not None
    seated = loaded_match.ledger.players_at(hand_id)
    typed_names, players = names_to_send(loaded_match, seated)
    origin = urlencode(origin_query(loaded_match.public_id, hand_id, row.number))
    auction_address = auction_url(row.dealer, rules, typed_names, players)
    auction = (topic_title("auction"), f"{auction_address}&{origin}")
    if hand.passed_out:
        return [auction]
    if hand.declarations.A and hand.declarations.B:
        # Other rules may want to know it.
        hand = replace(hand, leader=hand.leader or leading_side(row.dealer, hand.bidder, rules))
    topics: dict[str, dict[str, str | int]] = {"why": {}, "other-rules": {}}
    # After counting the tricks again the reader may correct the hand from there.
    topics["tricks"] = {"match": loaded_match.public_id, "hand": hand_id}
    if any(hand.declarations):
        topics["declaration"] = {}
    disputes = [
        (topic_title(key), f"{dispute_url(key, hand, rules, typed_names, **also)}&{origin}")
        for key, also in topics.items()
    ]
    card = (topic_title("card"), f"{card_url(hand.trump, rules, typed_names)}&{origin}")
    return [*disputes, card, auction]


class SentNames(NamedTuple):
    """The names in the address of a dispute, which is sent on."""

    sides: BySide[str]
    players: dict[Seat, str]


def names_to_send(loaded_match: LoadedMatch, seated: Seated | None = None) -> SentNames:
    """The names for the address of a dispute, which any reader may open.

    `seated` are the players of a hand; else today's. None where a link of the match is to tell
    none. A side has none where those of its two players together are longer than one may be.
    """
    if not may_name_players(loaded_match):
        return SentNames(BySide("", ""), {})
    match = loaded_match.ledger.match
    A, B = (party.name for party in named_by_players(match, seated).sides)
    there = seated or players_today(match)
    return SentNames(
        BySide(A if is_fit_name(A) else "", B if is_fit_name(B) else ""),
        {seat: name for seat in SEATS if (name := player_in(there, seat))},
    )


def own_match(public_id: str) -> LoadedMatch:
    """The match; 403 for anyone but its scorer."""
    loaded_match = open_match(public_id)
    if not role_in(public_id).writes:
        abort(403)
    return loaded_match


def find_row(loaded_match: LoadedMatch, hand_id: int) -> Row:
    """Return the ledger's row of a hand, or answer 404."""
    row = loaded_match.ledger.row(hand_id)
    if row is None or not isinstance(row.entry, Hand):
        abort(404)
    return row
