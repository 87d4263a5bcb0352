"""Our pages elsewhere: frames in other sites, and what a chat shows of a link."""

import hashlib
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Final, NamedTuple, ParamSpec, TypeVar

from flask import Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.config import current_settings
from scorekeeper.i18n import LANGUAGES, current_locale, use_locale
from scorekeeper.printing.link_card import CARD_SIZE, LinkCard, card_html
from scorekeeper.printing.sheet_cache import card_png, forget_card
from scorekeeper.web.printing import outside_url, print_response

At = Mapping[str, str | int]
"""The values of an address."""


class LinkPreview(NamedTuple):
    """The variables of `_preview.html`: absolute addresses, as other machines find them."""

    title: str
    text: str
    address: str
    image: str
    path: str
    """The picture for a page of our own."""
    oembed: str = ""
    """The address at which an embedding site asks how; empty where it may not embed the page."""
    width: int = CARD_SIZE[0]
    height: int = CARD_SIZE[1]


def link_preview(
    card: LinkCard, endpoint: str, image_endpoint: str, at: At, *, embeds: bool = False
) -> LinkPreview:
    """The tags of a page, whose picture has another address whenever it is another."""
    version = hashlib.sha256(repr(card).encode()).hexdigest()[:10]
    address = outside_url(endpoint, **at)
    return LinkPreview(
        card.title,
        card.text,
        address,
        outside_url(image_endpoint, **at, v=version),
        url_for(image_endpoint, **at, v=version),  # type: ignore[arg-type]
        outside_url("oembed.show", url=address) if embeds else "",
    )


def card_response(make_card: Callable[[], LinkCard]) -> BaseResponse:
    """The picture of a card, kept until what it shows is another.

    `make_card` is called again once it is drawn: where names were erased meanwhile, what was drawn
    is not kept.
    """
    html, folder = card_html(make_card()), current_settings().instance / "sheets"

    def draw() -> bytes:
        content, is_new = card_png(html, folder=folder)
        if is_new and card_html(make_card()) != html:
            forget_card(html, folder=folder)
        return content

    state = hashlib.sha256(html.encode()).hexdigest()
    return print_response(state, draw, lambda content: Response(content, mimetype="image/png"))


P = ParamSpec("P")
PageText = TypeVar("PageText", str, bytes)

EMBED_SIZE: Final = (480, 520)
"""The width and height of a frame, in CSS pixels, where a site asks for nothing else."""
_LINE: Final = (
    '<iframe src="{src}" title="Tefteri" width="{width}" height="{height}"'
    ' style="border:0;max-width:100%" loading="lazy"></iframe>'
)


def embed_line(
    endpoint: str, at: At, width: int = EMBED_SIZE[0], height: int = EMBED_SIZE[1]
) -> str:
    """The line to copy into another site: a frame that shows the page, in the reader's language."""
    address = outside_url(endpoint, **at, lang=current_locale())
    return str(Markup(_LINE).format(src=address, width=width, height=height))


def in_asked_language(view: Callable[P, PageText]) -> Callable[P, PageText]:
    """Let a page use the language of its address: in a frame the reader chose no language."""

    @wraps(view)
    def speak(*args: P.args, **kwargs: P.kwargs) -> PageText:
        language = request.args.get("lang", "")
        if language not in LANGUAGES:
            return view(*args, **kwargs)
        with use_locale(language):
            return view(*args, **kwargs)

    return speak
