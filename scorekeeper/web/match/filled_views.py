"""Fill the views that the server and the scorer's phone share.

A view is a template of `templates/views/` with marks in place of values. `⟦key⟧` stands in texts
and attributes, `data-set-checked` for `checked`. `data-if` marks optional parts, `data-each` lists.
The phone fills the marks by `static/js/fill.js`. This module gives the same page on the server, and
parses a view once.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from typing import Final, NamedTuple, TypeAlias

from flask import current_app, render_template, request
from markupsafe import Markup, escape

from scorekeeper.explain.labels import joined, number_text
from scorekeeper.i18n import current_locale
from scorekeeper.i18n.syllables import LONGEST_WHOLE, syllables
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.web.form_sessions import form_token
from scorekeeper.web.page_memory import operation_id_in_page

ViewValues: TypeAlias = Mapping[str, object]
"""The values of a view by their keys; lists hold further values."""

_MARK: Final = re.compile(r"⟦([^⟧]+)⟧|__(\w+?)__")
_TEXT_MARK: Final = re.compile(r"⟦([^⟧]+)⟧")
_EMPTY_ELEMENTS: Final = frozenset({"br", "col", "hr", "img", "input", "link", "meta"})
_IN_NARROW_COLUMNS: Final = 4
"""The letters of the longest word that is never broken; a longer one may be at its syllables."""
_IN_HEADING: Final = LONGEST_WHOLE
"""The same in a heading: it has room for a first name."""


def fill_view(name: str, values: ViewValues, **more: object) -> Markup:
    """Return the view of this name with these values, in the language in use.

    Values are escaped unless they are `Markup`. An attribute that comes out empty is left out.
    """
    written: list[str] = []
    _fill(_parts_of(name), {**values, **more}, written.append)
    return Markup("".join(written))


def form_values(loaded_match: LoadedMatch, action: str, op_id: str = "") -> dict[str, object]:
    """Return what a form of the match carries on the server's page; `action` is its address."""
    return {
        "match": loaded_match.public_id,
        "action": action,
        "csrf_token": form_token(),
        "op_id": op_id or operation_id_in_page(),
        "revision": str(loaded_match.revision),
        "after": loaded_match.revision.after,
        "is_served": True,
    }


class _Value(NamedTuple):
    """A value in a text."""

    key: str
    whole: int | None
    """The letters of the longest word that is never broken; None where no word is."""


class _Attribute(NamedTuple):
    """An attribute with a value in it."""

    name: str
    written: str


class _Block(NamedTuple):
    """An element that is there if its value is, or once for each of a list of values."""

    key: str
    is_list: bool
    parts: "list[_Part]"


_Part: TypeAlias = str | _Value | _Attribute | _Block


def _fill(parts: Sequence[_Part], values: ViewValues, add: Callable[[str], None]) -> None:
    """Add the parts, one after the other. A long ledger has thousands."""
    for part in parts:
        if isinstance(part, str):
            add(part)
        elif isinstance(part, _Block):
            value = values.get(part.key)
            if not value:
                continue
            if not part.is_list:
                _fill(part.parts, values, add)
                continue
            assert isinstance(value, Sequence)
            for one in value:
                _fill(part.parts, {**values, **one}, add)
        elif isinstance(part, _Value):
            add(_filled_text(part, values.get(part.key)))
        else:
            add(_filled_attribute(part, values))


def _filled_text(mark: _Value, value: object) -> str:
    text = joined(_text(value))
    if mark.whole is not None and not isinstance(text, Markup):
        text = syllables(text, mark.whole)
    return escape(text)


def _filled_attribute(attribute: _Attribute, values: ViewValues) -> str:
    value = _MARK.sub(lambda mark: _text(values.get(mark[1] or mark[2])), attribute.written)
    return f' {attribute.name}="{escape(value)}"' if value else ""


def _text(value: object) -> str:
    """Write a value: nothing for a missing one, `true` for True."""
    if value is None or value is False:
        return ""
    if value is True:
        return "true"
    return value if isinstance(value, str) else number_text(str(value))


def _parts_of(name: str) -> list[_Part]:
    """The parsed view, made once for each language and each way to ask for the pages."""
    cache = current_app.extensions.setdefault("parsed_views", {})
    key = (name, current_locale(), request.script_root)
    if key not in cache:
        cache[key] = _Parser.parts_of(render_template(f"views/{name}.html"))
    found: list[_Part] = cache[key]
    return found


class _Parser(HTMLParser):
    """Cut the text of a view at its marks and at its elements that may be missing."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self._parts: list[_Part] = []
        self._open: list[tuple[str, list[_Part] | None]] = []
        """The elements that are open, each with the parts around it where it is a block."""

    @classmethod
    def parts_of(cls, html: str) -> list[_Part]:
        parser = cls()
        parser.feed(html)
        parser.close()
        assert not parser._open, parser._open
        return _joined(parser._parts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_list = tag == "template"
        key = given.pop("data-each" if is_list else "data-if", None)
        around = self._parts if key is not None else None
        if key is not None:
            group = _Block(key, is_list, [])
            self._parts.append(group)
            self._parts = group.parts
        if not is_list:
            self._add_tag(tag, given)
        self._open.append((tag, around))
        if tag in _EMPTY_ELEMENTS:
            self._close()

    def _add_tag(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        self._parts.append(f"<{tag}")
        for name, value in attributes.items():
            if value is None:
                self._parts.append(f" {name}")
            elif _MARK.search(value):
                self._parts.append(_Attribute(name.removeprefix("data-set-"), value))
            else:
                self._parts.append(f' {name}="{escape(value)}"')
        self._parts.append(">")

    def handle_endtag(self, tag: str) -> None:
        if tag != "template":
            self._parts.append(f"</{tag}>")
        assert self._open[-1][0] == tag, (tag, self._open)
        self._close()

    def _close(self) -> None:
        _tag, around = self._open.pop()
        if around is not None:
            group = around[-1]
            assert isinstance(group, _Block)
            group.parts[:] = _joined(group.parts)
            self._parts = around

    def handle_data(self, data: str) -> None:
        *_, around, within = "", "", *(tag for tag, _parts in self._open)
        longest = _IN_HEADING if around == "h2" else _IN_NARROW_COLUMNS
        whole = longest if within == "bdi" else None
        place = 0
        for mark in _TEXT_MARK.finditer(data):
            self._parts += [data[place : mark.start()], _Value(mark[1], whole)]
            place = mark.end()
        self._parts.append(data[place:])

    def handle_entityref(self, name: str) -> None:
        self._parts.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._parts.append(f"&#{name};")


def _joined(parts: Sequence[_Part]) -> list[_Part]:
    """The parts with adjacent texts in one."""
    joined: list[_Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part != "":
            joined.append(part)
    return joined
