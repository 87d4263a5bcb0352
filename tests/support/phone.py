"""A phone without scripts: it opens pages, fills forms, sends them and keeps its cookies."""

import re
from urllib.parse import urljoin

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.matches import find_match
from tests.support.page import Page

_TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


class Phone:
    """A browser with its own cookies."""

    def __init__(self, app, language="en", origin="http://localhost"):
        self.app = app
        self.origin = origin
        self.client = app.test_client()
        self.language = language
        self.headers = {"Accept-Language": language}
        self._token = (None, "")  # and the cookie that it belongs to

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
        told = self._from_a_page(headers, htmx=htmx)
        response = self.client.post(path, base_url=self.origin, data=_grouped(fields), headers=told)
        return self._read(response)

    def send(self, method, path, body, **headers):
        """Send the JSON as a page of this site does."""
        told = self._from_a_page(headers)
        response = self.client.open(
            path, method=method, base_url=self.origin, json=body, headers=told
        )
        return self._read(response)

    def _from_a_page(self, headers, *, htmx=False):
        own = {"Origin": self.origin, "Sec_Fetch_Site": "same-origin", "Referer": self.origin + "/"}
        told = {**self._headers(htmx), **own, **headers}
        return {name.replace("_", "-"): value for name, value in told.items() if value}

    def press(self, page, name, /, *, htmx=False, **typed):
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
        """Return the token of every form of this phone, from a page that is cheap to make."""
        session, token = self._token
        if session is None or self._session() != session:
            token = _TOKEN.search(self.get("/settings").html)[1]
            self._token = (self._session(), token)
        return token

    def _session(self):
        """The cookie that its forms belong to, as it is now."""
        return self.cookie(self.app.config["SESSION_COOKIE_NAME"])

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

    def match(self):
        return self.ledger().match

    def totals(self):
        return tuple(self.ledger().standing.totals)

    def hands(self):
        """The ids of the hands in the ledger."""
        return self.ledger().hand_ids
