"""A page's HTML as a tree; what is not written as our pages are is a fault of the page.

`html.parser` does the same, and takes several times as long: thousands of pages are read in a run.
"""

import re
from functools import lru_cache
from html import unescape
from xml.etree.ElementTree import Element, SubElement

_VOID = frozenset({"base", "br", "col", "hr", "img", "input", "link", "meta"})
_NAME = "[a-zA-Z][a-zA-Z0-9-]*"
_VALUE = r"""(?:"[^"]*"|'[^']*'|[^\s"'<>=]+)"""
_ATTRIBUTES = rf"""(?:\s+[^\s"'<>/=]+(?:={_VALUE})?)*"""
_MARKUP = re.compile(
    rf"(<(script|style|textarea|title){_ATTRIBUTES}\s*>)(.*?)(</\2>)"  # no tag is one in there
    rf"|</?{_NAME}{_ATTRIBUTES}\s*/?>"
    r"|<!--.*?-->|<![a-z][^>]*>",
    re.DOTALL,
)
_TAG = re.compile(rf"<(/?)({_NAME})({_ATTRIBUTES})\s*(/?)>")
_ATTRIBUTE = re.compile(rf"""\s+([^\s"'<>/=]+)(?:=({_VALUE}))?""")
_REFERENCE_CUT_OFF = re.compile(r"&(?!#?\w+;)")


class _Tree:
    """The elements read so far, and those that are still open."""

    def __init__(self, *, templates):
        self._templates = templates
        self.root = Element("page")
        self._open = [self.root]

    def take_markup(self, text):
        """Take a tag; a comment and the document's type are passed over."""
        if text.startswith("<!"):
            return
        ends, name, attributes, is_empty = _read_tag(text)
        if ends:
            opened = self._open.pop().tag
            assert opened == name, f"<{opened}> is closed by </{name}>"
            return
        element = SubElement(self._open[-1], name, attributes)
        if name == "template" and not self._templates:
            self._open[-1].remove(element)  # it is there for scripts alone
        if not is_empty:
            self._open.append(element)

    def take_text(self, text, *, is_raw=False):
        if "&" in text and not is_raw:
            text = unescape(text)
        here = self._open[-1]
        if len(here):
            here[-1].tail = (here[-1].tail or "") + text
        else:
            here.text = (here.text or "") + text


def read_tree(html, *, templates=False):
    """The elements of a page, without its templates unless they are asked for.

    A tag that is closed by another fails, and a "<" that begins no tag.
    """
    tree, at = _Tree(templates=templates), 0
    for found in _MARKUP.finditer(html):
        _take_between(tree, html, at, found.start())
        at = found.end()
        start, name, within, end = found.groups()
        if start is None:
            tree.take_markup(found[0])
            continue
        tree.take_markup(start)
        tree.take_text(within, is_raw=name in ("script", "style"))
        tree.take_markup(end)
    _take_between(tree, html, at, len(html))
    return tree.root


def _take_between(tree, html, start, end):
    """Take the text between two tags."""
    if start == end:
        return
    assert html.find("<", start, end) < 0, f"no tag: {html[start:end][:200]}"
    tree.take_text(html[start:end])


@lru_cache(maxsize=20_000)
def _read_tag(text):
    """Whether the tag ends an element, its name, its attributes, whether nothing is in it.

    Most tags are on every page.
    """
    ends, name, written, slash = _TAG.fullmatch(text).groups()
    name = name.lower()
    values = {key.lower(): _unquoted(value) for key, value in _ATTRIBUTE.findall(written)}
    return bool(ends), name, values, bool(slash) or name in _VOID


def _unquoted(value):
    assert not _REFERENCE_CUT_OFF.search(value), f"an & that stands for itself: {value}"
    return unescape(value[1:-1] if value[:1] in ("'", '"') else value)
