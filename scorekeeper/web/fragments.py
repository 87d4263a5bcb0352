"""Pages and the parts of them that htmx swaps, and what every template may call."""

import re
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, make_response, redirect, render_template, request
from flask import url_for as flask_url_for
from flask_babel import to_user_timezone
from jinja2 import StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup, escape
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.config import current_settings
from scorekeeper.explain import club_words, labels, problems, shown_names, tournament_words
from scorekeeper.explain.acts import name_in_ledger
from scorekeeper.explain.phase_words import seat_heading
from scorekeeper.explain.problems import claim_text
from scorekeeper.i18n import current_locale, long_date, short_moment
from scorekeeper.i18n.number_words import clock
from scorekeeper.i18n.syllables import LONGEST_WHOLE, syllables
from scorekeeper.operating.compiled_templates import keep_compiled
from scorekeeper.rules.model import VALUES
from scorekeeper.tournament.table_results import players_of, side_label
from scorekeeper.web.page_memory import operation_id_in_page
from scorekeeper.web.preferences import chosen_looks
from scorekeeper.web.scripts import scripts_of
from scorekeeper.web.static_files import static_url
from scorekeeper.web.vocabulary import words_url


def moment(when: datetime | str | None, beside: datetime | None = None) -> str:
    """A moment in the reader's words and the server's time zone; empty for None.

    Beside a moment of the same day, only the time of day.
    """
    if not when:
        return ""
    local = _local(when)
    if beside and _local(beside).date() == local.date():
        return clock(local)
    return short_moment(local)


def _local(when: datetime | str) -> datetime:
    if isinstance(when, str):
        when = datetime.fromisoformat(when)
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)  # as the database keeps it
    local: datetime = to_user_timezone(when)
    return local


def with_suits(text: str) -> Markup:
    """The text with its red suits in red, and no line that ends between a suit and its card."""
    words = str(escape(text))  # of markup, which stays as it is, `re.sub` would make text again
    joined = r"(?<=\d) (?=[♥♦♣♠])|(?<=[♥♦♣♠]) (?=[AKQJ789]|10)"
    words = re.sub(joined, "\N{NO-BREAK SPACE}", words)
    return Markup(re.sub("[♥♦]", r'<span class="hearts">\g<0></span>', words))


_INDENTATION: Final = re.compile(r"^[ \t]+", re.MULTILINE)


class WithoutIndentation(Extension):
    """Templates are indented for their readers, but sent without that: 3 % of a packed page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template as it is compiled. Nothing that keeps its blanks is indented in one."""
        return _INDENTATION.sub("", source)


def _with_real_minus(value: object) -> object:
    """A negative number as it is read; a value to send back is written as text (`|string`)."""
    return labels.number_text(value) if type(value) is int and value < 0 else value


def init_app(app: Flask) -> None:
    """Make the templates' vocabulary known. A name that is missing is an error, not a blank."""
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(WithoutIndentation)
    # Greek letters unescaped, and no needless blanks: a scorer's page has all acts of its match.
    app.jinja_env.policies["json.dumps_kwargs"] = {
        "ensure_ascii": False,
        "separators": (",", ":"),
        "sort_keys": True,
    }
    app.jinja_env.finalize = _with_real_minus
    keep_compiled(app.jinja_env, __file__)
    app.jinja_env.filters["syllables"] = _broken
    app.jinja_env.filters["with_suits"] = with_suits
    app.jinja_env.globals.update(
        labels=labels,
        static_url=static_url,
        scripts_of=scripts_of,
        words_url=words_url,
        language=current_locale,
        current_settings=current_settings,
        seat_name=shown_names.seat_name,
        deals_text=shown_names.deals_text,
        act_name=name_in_ledger,
        claim_text=claim_text,
        score_text=labels.score_text,
        kind_short=labels.kind_short,
        kind_value=VALUES.__getitem__,
        moment=moment,
        long_date=long_date,
        name_of=tournament_words.name_of,
        players_of=players_of,
        side_label=side_label,
        seat_heading=seat_heading,
        title_of=tournament_words.title_of,
        club_name_of=club_words.club_name,
        unbroken=_unbroken,
        problem_text=problems.problem_text,
        theme=lambda: chosen_looks().theme,
        letters=lambda: chosen_looks().letters,
        entry_look=lambda: chosen_looks().entry,
        new_operation_id=operation_id_in_page,
    )


def _broken(text: object, whole: int = LONGEST_WHOLE) -> object:
    """Break the long words of a printed value at their syllables; elements stay as they are."""
    is_built = "<" in (words := str(text)) and isinstance(text, Markup)
    broken = text if is_built else syllables(labels.joined(words), whole)
    return Markup(broken) if isinstance(text, Markup) else broken


def _unbroken(text: str) -> str:
    """The text with each score on one line, also behind its dash."""
    return labels.joined(labels.unbroken(text))


def came_from() -> str:
    """The path of this site's page that sent the request, else of the first page."""
    try:
        page = urlsplit(request.referrer or "")
    except ValueError:  # no address at all
        return flask_url_for("home.show")
    if page.netloc != request.host:
        return flask_url_for("home.show")
    return f"{page.path}?{page.query}" if page.query else page.path


def is_htmx() -> bool:
    """Does htmx ask, for a part of the page?"""
    return request.headers.get("HX-Request") == "true"


def show(page: str, part: str, status: int = 200, **context: object) -> Response:
    """The part for htmx, the whole page (which includes it) for a browser."""
    return make_response(render_template(part if is_htmx() else page, **context), status)


def go_to(endpoint: str, **values: Any) -> BaseResponse:
    """Send the browser on after a success, so that a reload repeats nothing."""
    url = flask_url_for(endpoint, **values)
    if is_htmx():
        return Response(status=204, headers={"HX-Redirect": url})
    response = redirect(url, code=303)
    response.set_data(b"")  # the body is for browsers without redirects, and no browser lacks them
    return response
