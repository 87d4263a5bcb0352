"""The frames of other sites: the line that shows a page there, and the language it is in."""

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from flask import request
from markupsafe import Markup

from scorekeeper.i18n import LANGUAGES, current_locale, use_locale
from scorekeeper.web.link_preview import At
from scorekeeper.web.qr import outside_url

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
    """Let a page speak the language of its address: in a frame nobody chose one."""

    @wraps(view)
    def speak(*args: P.args, **kwargs: P.kwargs) -> PageText:
        language = request.args.get("lang", "")
        if language not in LANGUAGES:
            return view(*args, **kwargs)
        with use_locale(language):
            return view(*args, **kwargs)

    return speak
