"""A page as a reader without scripts finds it, and the tree that is read from its HTML.

A page that is not written as our pages are is a fault of the page.
"""

import re
from functools import cached_property, lru_cache
from html import unescape
from xml.etree.ElementTree import Element, SubElement

_VOID = frozenset({"base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})
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
        if name == "wbr":
            return  # only says where a line may end
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


def plain(text):
    """The text on one line, without what only says where a line may end."""
    return " ".join(re.sub("[\N{SOFT HYPHEN}\N{WORD JOINER}]", "", text).split())


class Page:
    """An answer, as its reader finds it."""

    def __init__(self, response):
        self.status = response.status_code
        self.headers = response.headers
        self.address = response.request.path
        self.html = response.get_data().decode(errors="replace")
        response.close()

    @cached_property
    def root(self):
        """The tree; to read it costs as much as to render the page, so only who asks does."""
        return read_tree(self.html)

    @property
    def goes_to(self):
        """The address to which the answer sends the browser: by a redirect, or by htmx's header."""
        return self.headers.get("Location") or self.headers.get("HX-Redirect")

    def find(self, path):
        """The element at an ElementTree path; it must be there."""
        found = self.root.find(path)
        assert found is not None, f"{path} is not in the page:\n{self.html}"
        return found

    def findall(self, path):
        return self.root.findall(path)

    def for_scripts(self):
        """The tree with its templates, which are there for scripts alone."""
        return read_tree(self.html, templates=True)

    def has(self, path):
        return self.root.find(path) is not None

    def words(self, path="."):
        """Return the text of an element, its parts set apart by one space."""
        return re.sub(r" ([,.)]+)(?= |$)", r"\1", plain(" ".join(self.find(path).itertext())))

    def links(self):
        return [link.get("href") for link in self.root.iter("a")]

    def buttons(self):
        """The names of all that sends a form and is in sight."""
        return [
            name_of(one)
            for one in self.root.iter("button")
            if one.get("type") == "submit" and one.get("hidden") is None
        ]

    def form(self, identity):
        """The form with this id or this address."""
        forms = self.root.iter("form")
        found = [one for one in forms if identity in (one.get("id"), one.get("action"))]
        assert found, f"no form {identity} in the page:\n{self.html}"
        return Form(self, found[0])

    def form_of(self, name):
        """The form that the button of this name sends, with the button's own value."""
        alike = [one for one in self.root.iter("button") if name_of(one) == name]
        buttons = [one for one in alike if one.get("hidden") is None]
        assert buttons, f"no button {name} among {self.buttons()}"
        button = buttons[0]
        owner = button.get("form")
        form = next(
            form
            for form in self.root.iter("form")
            if (form.get("id") == owner if owner else button in form.iter("button"))
        )
        return Form(self, form, button)


class Form:
    """A form of a page: the fields that it would send, and the possible choices."""

    def __init__(self, page, form, button=None):
        within = {*form.iter()}
        self._controls = [
            one
            for one in page.root.iter()
            if one.tag in ("input", "select", "textarea")
            and (one.get("form") == form.get("id") if one.get("form") else one in within)
        ]
        self.action = (button.get("formaction") if button is not None else "") or form.get("action")
        self.method = (button.get("formmethod") if button is not None else "") or form.get("method")
        self.filled = [pair for control in self._controls for pair in _sent(control)]
        if button is not None and button.get("name"):
            self.filled.append((button.get("name"), button.get("value")))

    def value(self, name):
        """Return the value of the control with this name; None if nothing would be sent."""
        return next((value for key, value in self.filled if key == name), None)

    def values(self, name):
        return [value for key, value in self.filled if key == name]

    def offers(self, name):
        """The values that may be chosen; nothing for a field that is typed."""
        own = [one for one in self._controls if one.get("name") == name]
        options = [option.get("value") for one in own for option in one.iter("option")]
        return options + [one.get("value") for one in own if one.get("type") in _CHOSEN]

    def typed(self, **changes):
        """Return the fields to send once these are typed or chosen; a list chooses several, None
        none.

        Only a value that the form offers can be chosen. `Phone.post` sends all others.
        """
        names = {control.get("name") for control in self._controls}
        for name, value in changes.items():
            assert name in names, f"the form has no {name}: {sorted(names)}"
            offered = self.offers(name)
            wanted = value if isinstance(value, list) else [value]
            assert not offered or set(wanted) <= {*offered, None}, (name, value, offered)
        return altered(self.filled, **changes)


_CHOSEN = ("radio", "checkbox")


def altered(filled, **changes):
    """The pairs with other values for some names; a list gives several, None takes it away."""
    kept = [pair for pair in filled if pair[0] not in changes]
    for name, value in changes.items():
        values = value if isinstance(value, list) else [value]
        kept += [(name, str(one)) for one in values if one is not None]
    return kept


def _sent(control):
    name = control.get("name")
    if not name or "disabled" in control.attrib:
        return []
    if control.tag == "select":
        options = list(control.iter("option"))
        chosen = [one for one in options if "selected" in one.attrib] or options[:1]
        return [(name, one.get("value")) for one in chosen]
    if control.get("type") in _CHOSEN and "checked" not in control.attrib:
        return []
    return [(name, control.get("value", ""))]


def name_of(element):
    """The accessible name."""
    return element.get("aria-label") or plain("".join(element.itertext()))
