"""The pages of all topics: the list, a question with its ruling, its picture and its paper."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import switch_words
from scorekeeper.explain.labels import bid_text, card_name, rules_name
from scorekeeper.explain.ruling import Ruling
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER
from scorekeeper.printing.short_papers import (
    PrintedRuling,
    ruling_card,
    ruling_paper,
    ruling_picture,
)
from scorekeeper.rules.model import SEATS, SIDES, TRUMPS
from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.fragments import is_htmx
from scorekeeper.web.frames import LinkPreview, card_response
from scorekeeper.web.limits import prints
from scorekeeper.web.match import entry
from scorekeeper.web.match.sheets import local_now
from scorekeeper.web.printing import on_unavailable, outside_url, print_response
from scorekeeper.web.settle.topic import (
    GRID,
    Topic,
    has_long_name,
    read_origin,
    switch_parameters,
    with_short_names,
)
from scorekeeper.web.settle.topics import TOPICS

_OWN: Final = ("match", "of", "open")
"""The parameters of an address that are only for the phone's own use.

They hold its match, which the reader may have no right to watch, and the state of an open question.
"""

pages = Blueprint("settle", __name__, url_prefix="/settle")
pages.register_error_handler(PdfUnavailable, on_unavailable)


@pages.get("")
def index() -> str:
    """The questions that can be settled."""
    return render_template("settle/index.html", topics=TOPICS.values())


@pages.get("/<topic>")
def show(topic: str) -> Response:
    """The question, as far as its address holds one, and the ruling."""
    return _page(_topic(topic))


@pages.get("/<topic>.png")
@prints
def picture(topic: str) -> BaseResponse:
    """The ruling as a card for a chat."""
    return _file_response(
        topic, lambda printed_ruling: PRINTER.png(ruling_picture(printed_ruling)), "image/png"
    )


@pages.get("/<topic>/card.png")
@prints
def card(topic: str) -> BaseResponse:
    """Send the picture that a chat shows beside the ruling's link."""
    one = _topic(topic)
    _question, ruling = _rule_question(one)
    if ruling is None:
        return _page(one, 422)
    return card_response(partial(ruling_card, one.title, ruling))


@pages.get("/<topic>.pdf")
@prints
def paper(topic: str) -> BaseResponse:
    """The ruling on half a page, with lines to sign on."""
    return _file_response(
        topic, lambda printed_ruling: PRINTER.pdf(ruling_paper(printed_ruling)), "application/pdf"
    )


def _topic(key: str) -> Topic:
    return TOPICS.get(key) or abort(404)


def _rule_question(topic: Topic) -> tuple[Any, Ruling | None]:
    question = topic.read(_question_query(topic))
    # The defaults for unreadable rules or names would answer another question.
    ruling = None if question.table.wrong else topic.rule(question)
    if ruling is not None:
        ruling = ruling._replace(verdict=with_short_names(ruling.verdict, question.table.names))
    return question, ruling


def _question_query(topic: Topic) -> MultiDict[str, str]:
    """Read the filled parameters of the address; a form sends its empty fields, too."""
    filled_fields = ((key, value) for key, value in request.args.items(multi=True) if value)
    return topic.tidy(MultiDict(filled_fields))


def _page(topic: Topic, status: int = 200) -> Response:
    question, ruling = _rule_question(topic)
    host = _host()
    page = render_template(
        "settle/_part.html" if is_htmx() else "settle/page.html",
        topic=topic,
        question=question,
        table=question.table,
        names=question.table.names,
        rules=question.table.rules,
        turned=switch_parameters(question.table.rules),
        presets=PRESETS,
        sides=SIDES,
        seats=SEATS,
        trumps=TRUMPS,
        entry=entry,
        grid=GRID,
        card_name=card_name,
        has_long_name=has_long_name,
        bid_text=lambda bid: bid_text(bid, question.table.rules),
        switches=switch_words,
        ruling=ruling,
        host=host,
        address=f"{host}{_address('.show', topic)}",
        origin=read_origin(request.args),
        is_asked="open" in request.args,
        link_preview=_preview(topic, ruling) if ruling else None,
        siblings=[(one, _address(".show", one, own=("match", "of"))) for one in _siblings(topic)],
        picture_url=_address(".picture", topic),
        paper_url=_address(".paper", topic),
    )
    response = make_response(page, status)
    if is_htmx():
        response.headers["HX-Replace-Url"] = _address(".show", topic, own=_OWN)
    return response


def _preview(topic: Topic, ruling: Ruling) -> LinkPreview:
    """The tags by which a chat shows the ruling; all of it is in the address."""
    host, drawn, path = _host(), ruling_card(topic.title, ruling), _address(".card", topic)
    address = f"{host}{_address('.show', topic)}"
    return LinkPreview(drawn.title, drawn.text, address, f"{host}{path}", path)


def _host() -> str:
    """This server's address, as other machines find it."""
    return outside_url("settle.index").removesuffix(url_for("settle.index"))


def _siblings(topic: Topic) -> list[Topic]:
    """The other topics that ask for the same."""
    alike = [one for one in TOPICS.values() if topic.controls and one.controls == topic.controls]
    return [one for one in alike if one is not topic]


def _address(endpoint: str, topic: Topic, *, own: tuple[str, ...] = ()) -> str:
    """Make this question's address; a stranger's words go nowhere but behind the `?`."""
    parameters = list(_question_query(topic).items(multi=True))
    query = urlencode([one for one in parameters if one[0] in own or one[0] not in _OWN])
    address = url_for(endpoint, topic=topic.key)
    return f"{address}?{query}" if query else address


def _file_response(key: str, draw: Callable[[PrintedRuling], bytes], mime: str) -> BaseResponse:
    """Send the ruling as a file of that kind; its page where there is no ruling to draw."""
    topic = _topic(key)
    question, ruling = _rule_question(topic)
    if ruling is None:
        return _page(topic, 422)
    table = question.table
    number = read_origin(request.args).number
    printed_ruling = PrintedRuling(
        topic.title, ruling, rules_name(table.rules), table.names, local_now(), number
    )

    def respond(content: bytes) -> Response:
        response = Response(content, content_type=mime)
        ending = mime.partition("/")[2]
        response.headers["Content-Disposition"] = f'inline; filename="tefteri-{key}.{ending}"'
        return response

    return print_response(None, lambda: draw(printed_ruling), respond)
