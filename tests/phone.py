"""A phone without scripts: it reads pages, fills their forms, sends them and keeps its cookies."""

from html.parser import HTMLParser
from urllib.parse import urljoin
from xml.etree.ElementTree import Element, SubElement

from scorekeeper.services.matches import find_match, new_operation_id

_VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta"})


class _Reader(HTMLParser):
    """HTML as a tree; a tag that is closed by another is a fault of the page."""

    def __init__(self):
        super().__init__()
        self.root = Element("page")
        self._open = [self.root]

    def handle_starttag(self, tag, attributes):
        element = SubElement(self._open[-1], tag, {k: v or "" for k, v in attributes})
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag, attributes):
        SubElement(self._open[-1], tag, {k: v or "" for k, v in attributes})

    def handle_endtag(self, tag):
        opened = self._open.pop()
        assert opened.tag == tag, f"<{opened.tag}> is closed by </{tag}>"

    def handle_data(self, data):
        here = self._open[-1]
        if len(here):
            here[-1].tail = (here[-1].tail or "") + data
        else:
            here.text = (here.text or "") + data


class Page:
    """An answer, as its reader finds it."""

    def __init__(self, response):
        self.status = response.status_code
        self.headers = response.headers
        self.address = response.request.path
        self.html = response.get_data(as_text=True)
        reader = _Reader()
        reader.feed(self.html)
        self.root = reader.root
        response.close()

    @property
    def goes_to(self):
        """Where the answer sends the browser: by a redirect, or htmx by its header."""
        return self.headers.get("Location") or self.headers.get("HX-Redirect")

    def find(self, path):
        """The element at an ElementTree path; it must be there."""
        found = self.root.find(path)
        assert found is not None, f"{path} is not in the page:\n{self.html}"
        return found

    def findall(self, path):
        return self.root.findall(path)

    def has(self, path):
        return self.root.find(path) is not None

    def words(self, path="."):
        """What an element says, its parts set apart by one space."""
        return " ".join(" ".join(self.find(path).itertext()).split())

    def links(self):
        return [link.get("href") for link in self.root.iter("a")]

    def buttons(self):
        """The names of all that sends a form."""
        return [_name(one) for one in self.root.iter("button") if one.get("type") == "submit"]

    def form(self, identity):
        """The form with this id or this address."""
        forms = self.root.iter("form")
        found = [one for one in forms if identity in (one.get("id"), one.get("action"))]
        assert found, f"no form {identity} in the page:\n{self.html}"
        return Form(self, found[0])

    def form_of(self, name):
        """The form that the button of this name sends, with the button's own value."""
        buttons = [one for one in self.root.iter("button") if _name(one) == name]
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
    """A form of a page: what it would send as it stands, and what else may be chosen in it."""

    def __init__(self, page, form, button=None):
        self._controls = [
            one
            for one in page.root.iter()
            if one.tag in ("input", "select", "textarea")
            and (one.get("form") == form.get("id") if one.get("form") else one in form.iter())
        ]
        self.action = (button.get("formaction") if button is not None else "") or form.get("action")
        self.method = (button.get("formmethod") if button is not None else "") or form.get("method")
        self.filled = [pair for control in self._controls for pair in _sent(control)]
        if button is not None and button.get("name"):
            self.filled.append((button.get("name"), button.get("value")))

    def value(self, name):
        """What the control of this name holds; None if nothing would be sent."""
        return next((value for key, value in self.filled if key == name), None)

    def values(self, name):
        return [value for key, value in self.filled if key == name]

    def offers(self, name):
        """The values that may be chosen; nothing for a field that is typed."""
        own = [one for one in self._controls if one.get("name") == name]
        options = [option.get("value") for one in own for option in one.iter("option")]
        return options + [one.get("value") for one in own if one.get("type") in _CHOSEN]

    def typed(self, **changes):
        """What is sent once these are typed or chosen; a list chooses several, None none.

        Only what the form offers can be chosen. What no form offers goes through `Phone.post`.
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


def _name(element):
    """The accessible name."""
    return element.get("aria-label") or " ".join("".join(element.itertext()).split())


class Phone:
    """A browser of its own."""

    def __init__(self, app, language="en", origin="http://localhost"):
        self.app = app
        self.origin = origin
        self.client = app.test_client()
        self.headers = {"Accept-Language": language}

    def get(self, path, fields=(), *, htmx=False, follow=False):
        response = self.client.get(
            path,
            base_url=self.origin,
            query_string=_grouped(fields) or None,
            headers=self._headers(htmx),
            follow_redirects=follow,
        )
        return self._read(response)

    def post(self, path, fields, *, htmx=False, **headers):
        """Send the fields as a page of this site does."""
        own = {"Origin": self.origin, "Sec_Fetch_Site": "same-origin", "Referer": self.origin + "/"}
        told = {**self._headers(htmx), **own, **headers}
        response = self.client.post(
            path,
            base_url=self.origin,
            data=_grouped(fields),
            headers={name.replace("_", "-"): value for name, value in told.items() if value},
        )
        return self._read(response)

    def press(self, page, name, *, htmx=False, **typed):
        """Press the button of that name, after typing or choosing this in its form."""
        form = page.form_of(name)
        path, fields = urljoin(page.address, form.action), form.typed(**typed)
        if form.method == "get":
            return self.get(path, fields)
        return self.post(path, fields, htmx=htmx)

    def get_file(self, path):
        """The status of a file that is no page."""
        with self.client.get(path, base_url=self.origin) as response:
            return response.status_code

    def token(self):
        """What every form of this phone carries."""
        return self.get("/").form("/preferences").value("csrf_token")

    def cookie(self, name):
        return self.client.get_cookie(name)

    def _headers(self, htmx):
        return {**self.headers, "HX-Request": "true"} if htmx else self.headers

    def _read(self, response):
        assert response.status_code != 500, "the server broke: its log says how"
        return Page(response)


def _grouped(fields):
    grouped = {}
    for name, value in fields:
        grouped.setdefault(name, []).append(value)
    return grouped


class Scorer(Phone):
    """A phone and the match that it writes."""

    url = ""
    """Of the match."""

    @classmethod
    def at(cls, app, table):
        """The phone of a table that wrote its match through the services so far."""
        scorer = cls(app)
        scorer.client.set_cookie("phone", table.secret)
        scorer.url = f"/m/{table.kept.public_id}/"
        return scorer

    def start(self, **typed):
        """Start a match by the real form."""
        started = self.press(self.get("/matches/new"), "Start match", **typed)
        assert started.status == 303, started.words()
        self.url = started.goes_to
        return self

    @property
    def public_id(self):
        return self.url.split("/")[2]

    def page(self):
        """The match page."""
        return self.get(self.url)

    def entry(self, op_id=None):
        """The form for the next hand."""
        return self.get(f"{self.url}hand?op={op_id or new_operation_id()}")

    def save(self, contract, points=None, *, button="Save hand", **typed):
        """Write a hand by the real form; the points are the bidder's: `save("A:90", 97)`."""
        if points is not None:
            typed[f"points_{contract[0]}"] = points
        saved = self.press(self.entry(), button, contract=contract, **typed)
        assert saved.status == 303, saved.words("form")
        return self

    def do(self, name):
        """Press a button of the match page."""
        done = self.press(self.page(), name)
        assert done.status == 303, done.words()
        return self

    def ledger(self):
        """The match as the database has it."""
        with self.app.app_context():
            return find_match(self.public_id).ledger

    def totals(self):
        return tuple(self.ledger().standing.totals)

    def hands(self):
        """The ids of the hands in the ledger."""
        return self.ledger().hand_ids
