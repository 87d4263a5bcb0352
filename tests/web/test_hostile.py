"""Names and reasons that are meant to do harm: shown as they are, or refused in words.

Every way in: the forms, a match file on the screen and on the command line. Every way out: all
pages of a match, its parts for htmx, sheet, picture, spreadsheet and match file.
"""

import csv
import json
from collections import Counter
from io import BytesIO, StringIO
from urllib.parse import quote

import pytest
from PIL import Image
from pypdf import PdfReader
from werkzeug.test import create_environ, run_wsgi_app

from scorekeeper.app import create_app
from scorekeeper.cli import main
from scorekeeper.export.spreadsheet import escape_formula
from scorekeeper.i18n.syllables import SOFT_HYPHEN
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import links
from scorekeeper.match.agreement import flag, unanswered
from scorekeeper.match.phones import enrol_phone, find_phone
from scorekeeper.printing.pdf import PICTURE_STYLESHEET_URL, STYLESHEET_URL
from scorekeeper.printing.picture import picture_of, render_picture, render_sheet
from scorekeeper.printing.printer import SheetPrinter
from scorekeeper.printing.sheet import sheet_of
from scorekeeper.store.db import db
from tests.rules.table import MADE, match_file, match_of
from tests.support.databases import SETTINGS
from tests.support.examples import rarely
from tests.support.paper import pdf_text
from tests.support.phone import Phone, Scorer
from tests.support.printed_evening import PRINTED_AT
from tests.web.routes import ROWS, address, ask, of_a_match
from tests.web.test_start import NAMES

PLAIN = "Zqzq"
SHOWN = {
    **{
        f"a tag: {tag}": f"<{tag}>"
        for tag in ("b", "/td", "/script", "!--", "img src=x onerror=a()")
    },
    "a script": "<script>alert(1)</script>",
    "the end of the title": "</title><script src=//x.example>",
    "markup already escaped": "&lt;b&gt; &amp;amp; &#x202e;",
    "quotes": "\"'` onload=alert(1) x=\"'`",
    "a template": "{{ 7*7 }}{% raw %}{# #}${7*7}",
    "percents": "%(side)s %s %d %%",
    "braces": "{0} {names} {}",
    "a style": "x;background:url(//x.example)}*{y:z",
    "a file": "file:///etc/passwd",
    "a script's address": "javascript:alert(1)",
    "a path": "../../../../etc/passwd",
    "a database's end": "'); DROP TABLE match; --",
    "commas and semicolons": 'a,b;c","d',
    "emoji": "👨‍👩‍👧‍👦 🇨🇾 🃏",
    "accents, two a letter": "Ζ\u0316\u0301" * 13,
    "the longest Greek": "Αθανάσιος Παπακωνσταντίνου-Χατζηγεωργίου",
    "forty of the widest": "Ω" * 40,
    "Arabic": "محمد (1) – 2",
    "Hebrew": "אברהם 7 – 3",
    **{f"a formula: {start}": f'{start}cmd|"/C calc"!A0' for start in "=+-@＝＋－＠"},
}
REFUSED = {
    "an override to the left": "abc\u202edef",
    "an isolate": "\u2067abc",
    "a mark of direction": "a\u200fb",
    "no width": "a\u200bb",
    "accents in a heap": "Ζ" + "\u0316" * 18 + "\u0301" * 18,
    "a byte order mark": "\ufeffabc",
    "a null": "a\x00b",
    "an escape": "a\x1b[2Jb",
    "a bell": "a\x07b",
    "nothing to be seen": "\u3164\u3164",
    "very long": "x" * 20_000,
    "accents beyond counting": "a" + "\u0301\u0316" * 1_500,
}
FOLDED = {
    "\ta\tb": "a b",
    "a\r\nSet-Cookie: b": "a Set-Cookie: b",
    "a\u2028b": "a b",
    "a\u00adb": "ab",
}
"""White space, which is made one space, and the hyphens of our own pages, which go."""
UNFIT_NAME = "At most 40 characters, and none hidden or piled up."
UNFIT_REASON = "At most 80 characters, and none hidden or piled up."
ADJUST = ("adjustments.adjust", "POST")
FILES = {"sheets.pdf", "sheets.blank_for", "watching.card", "watching.evening_picture"} | {
    f"import_export.{name}" for name in ("picture", "spreadsheet", "match_file")
}
PAGES = [
    key
    for key in of_a_match()
    if key[1] == "GET" and ROWS[key].scorer == 200
    if key[0] not in FILES and ROWS[key].before != "undone" and not key[0].startswith("api.")
]
MORE_PAGES = ("/", "/matches/new", "{url}big?turned=1", "{url}live?part=page", "{url}live?part=big")


def named(text):
    return dict.fromkeys(NAMES, text)


def file_of(text):
    """A match file with this text wherever it may hold one."""
    party = {"name": text, "players": [text, text]}
    late = {"adjust": {"A": 1}, "reason": text}
    heads = dict.fromkeys(("event", "place", "round", "table"), text)
    return json.dumps(match_file(sides={"A": party, "B": party}, hands=[MADE, late], **heads))


def played(new, text):
    """A match of these names: two hands, one flagged and an adjustment made for this reason."""
    new.start(**named(text), switch_claim="True").save("A:90", 97).save("B:90", 60)
    assert ask(new, ADJUST, new, why="carried", reason=text).status == 303
    with new.app.app_context():
        scorer, (side, _secret) = find_phone(new.cookie("phone").value), enrol_phone()
        links.open_link(links.make_link(new.public_id, scorer, "A"), side, new_operation_id())
        hand_id, row = unanswered(new.ledger(), "A")[0]
        score = (row.score.A, row.score.B)
        flag(new.public_id, side, new_operation_id(), hand_id, score, text)
    return new


def pages(scorer):
    """Every page of the match, as its scorer and as a watcher find it."""
    watcher = Phone(scorer.app)
    found = {}
    for key in PAGES:
        path = address(scorer.app, key, scorer.public_id)
        found[key] = scorer.get(path)
        if ROWS[key].stranger == 200:
            found["watched", *key] = watcher.get(path)
    for path in MORE_PAGES:
        reader = watcher if "live?" in path else scorer
        found[path] = reader.get(path.format(url=scorer.url))
    assert {page.status for page in found.values()} == {200}
    return found


def says(page, text):
    """Is the text, whole but for soft hyphens, in some words of the page, or in some attribute?"""
    found = (one for e in page.root.iter() for one in (e.text, e.tail, *e.attrib.values()) if one)
    return any(text in " ".join(one.replace(SOFT_HYPHEN, "").split()) for one in found)


def tags(page):
    """The tags of a page, but for the line breaks that a long name takes.

    Also without the players below the place to sign, whom a name of three lines leaves out.
    """
    signed = {id(e) for small in page.root.findall(".//footer//small") for e in small.iter()}
    shown = (element for element in page.root.iter() if id(element) not in signed)
    return Counter(element.tag for element in shown if element.tag != "br")


@pytest.fixture(scope="module")
def plain(tmp_path_factory, kept_in):
    """The pages of a match whose names and reason do no harm."""
    folder = tmp_path_factory.mktemp("plain")
    kept_in.empty(folder)
    app = create_app({"INSTANCE": folder, **SETTINGS})
    yield pages(played(Scorer(app), PLAIN))
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def printer():
    """A printer with more patience than a server process."""
    made = SheetPrinter(seconds=60)
    yield made
    made.close()


UNLIKE = (
    *("a tag: b", "a script", "markup already escaped", "quotes", "a template", "percents"),
    *("accents, two a letter", "Arabic"),
)


@pytest.mark.parametrize(
    "text",
    [
        # For a page one tag is as another, and a formula is words: the rest is for the shards.
        pytest.param(text, id=name) if name in UNLIKE else rarely(text, id=name)
        for name, text in SHOWN.items()
    ],
)
def test_every_page_shows_it_as_it_is_and_nothing_else(new, plain, text):
    found = pages(played(new, text))
    assert found.keys() == plain.keys()
    for name, page in found.items():
        assert tags(page) == tags(plain[name]), name
        assert says(page, text) == says(plain[name], PLAIN), name


@pytest.mark.parametrize("name", ["Arabic", "Hebrew"])
def test_a_name_from_right_to_left_turns_no_score_round(new, name):
    apart = f"\N{FIRST STRONG ISOLATE}{SHOWN[name]}\N{POP DIRECTIONAL ISOLATE}"
    played(new, SHOWN[name])
    assert f"{apart} 9, 97 – 65" in new.get(f"{new.url}history/").words()
    title = new.page().words(".//title")
    assert (title.startswith(apart), title.endswith(apart)) == (True, True)
    assert new.match().sides.A.name == SHOWN[name]


@pytest.mark.parametrize("text", SHOWN.values(), ids=SHOWN)
def test_a_file_brings_it_in_and_takes_it_out_as_it_is(app, new, text):
    taken = new.press(new.get("/matches/import"), "Take it in", text=file_of(text))
    assert taken.status == 303
    client, url = app.test_client(), taken.goes_to
    sheet = client.get(f"{url}ledger.csv").get_data().decode("utf-8-sig")
    cells = {cell for row in csv.reader(StringIO(sheet, newline=""), delimiter=";") for cell in row}
    assert escape_formula(text) in cells
    runs = [cell for cell in cells if cell[:1] in tuple("=+-@\t\r＝＋－＠")]
    assert all(cell.lstrip("-").isdigit() for cell in runs), runs
    given, given_back = json.loads(file_of(text)), client.get(f"{url}match.json").get_json()
    for part in ("sides", "event", "place", "round", "table"):
        assert given_back[part] == given[part]
    assert given_back["hands"][-1]["reason"] == text


def test_no_header_holds_a_name(new):
    played(new, "Zqzq-Χαρά")
    for name in ("ledger.csv", "match.json"):
        headers = str(new.client.get(f"{new.url}{name}").headers)
        assert "Zqzq" not in headers
        assert quote("Χαρά") not in headers


@pytest.mark.slow
def test_paper_and_picture_are_drawn_of_it_and_fetch_nothing(printer):
    """One match with all of them."""
    names = list(SHOWN.values())
    late = [{"adjust": {"A": 1}, "reason": text} for text in names]
    sides = {
        side: {"name": names[place], "players": names[place + 1 : place + 3]}
        for side, place in (("A", 0), ("B", 5))
    }
    match = match_of(sides=sides, hands=late, event=names[3], place="file:///etc/passwd")
    paper = printer.pdf(render_sheet(sheet_of(match, PRINTED_AT), STYLESHEET_URL))
    for page in PdfReader(BytesIO(paper)).pages:
        assert "/Annots" not in page, "no link, no file, no script"
    words = "".join(pdf_text(paper, "-raw").split())
    assert "root:" not in words
    for text in names:
        if all(char < "\u0300" or "\u0370" <= char < "\u0400" for char in text):  # in its fonts
            assert "".join(text.split()) in words, text
    drawn = printer.png(render_picture(picture_of(match), PICTURE_STYLESHEET_URL))
    with Image.open(BytesIO(drawn)) as picture:
        assert picture.width > 300


REFUSED_ALIKE = (
    *("an isolate", "a mark of direction", "a byte order mark", "an escape", "a bell"),
    "accents beyond counting",
)
"""One function refuses them all, and is asked for each in tests/rules/test_names.py."""
REFUSED_TEXT = pytest.mark.parametrize(
    "text",
    [
        rarely(text, id=name) if name in REFUSED_ALIKE else pytest.param(text, id=name)
        for name, text in REFUSED.items()
    ],
)


@REFUSED_TEXT
def test_the_forms_refuse_it_in_words(new, text):
    refused = new.press(new.get("/matches/new"), "Start match", name_A=text)
    assert refused.status == 422
    assert UNFIT_NAME in refused.words()
    new.start()
    before = new.ledger()
    refused = ask(new, ADJUST, new, why="carried", reason=text)
    assert refused.status == 422
    assert UNFIT_REASON in refused.words()
    assert new.ledger() == before


@REFUSED_TEXT
def test_a_file_that_holds_it_is_refused_in_words(app, new, tmp_path, capsys, text):
    refused = new.press(new.get("/matches/import"), "Take it in", text=file_of(text))
    assert refused.status == 422
    assert refused.has(".//*[@role='alert']")
    file = tmp_path / "match.json"
    file.write_text(file_of(text))
    assert main(lambda: app, ["import", str(file), "--lang", "en"]) == 1
    out, told = capsys.readouterr()
    assert out == ""
    assert told.isprintable() or told.replace("\n", "").isprintable()
    assert "Traceback" not in told
    assert not new.get("/").has(".//li"), "no match was made"


@pytest.mark.parametrize(("typed", "kept"), FOLDED.items(), ids=map(ascii, FOLDED))
def test_ends_of_lines_and_tabs_are_spaces(new, typed, kept):
    played(new, typed)
    assert {*new.match().sides.A.players, new.match().sides.B.name} == {kept}
    taken = new.press(new.get("/matches/import"), "Take it in", text=file_of(typed))
    assert kept in new.get(taken.goes_to).words(".//title")


@pytest.mark.parametrize("text", [SHOWN["a script"], SHOWN["Arabic"], SHOWN["a formula: ="]])
def test_the_command_line_takes_it_in_as_it_is(app, tmp_path, capsys, text):
    file = tmp_path / "match.json"
    file.write_text(file_of(text))
    assert main(lambda: app, ["import", str(file), "--lang", "en"]) == 0
    path = capsys.readouterr().out.splitlines()[0]
    assert main(lambda: app, ["export", path, "--lang", "en"]) == 0
    assert json.loads(capsys.readouterr().out)["sides"]["A"]["name"] == text


@pytest.mark.parametrize("path", ["/m/%00/", "/m/%00/live?mark=ab", "/t/%00/"])
def test_an_address_that_no_database_can_be_asked_for_is_refused(app, path):
    assert app.test_client().get(path).status_code == 400


@pytest.mark.parametrize("path", ["/", "/help/offline", "/backup", "/m/x/", "/oembed"])
@pytest.mark.parametrize("host", ["[:::]", "[1:2]:80", "xn--", "xn--a.example:80"])
def test_a_name_that_no_host_can_have_is_refused(app, path, host):
    # No test client gets as far: it reads the address itself.
    environ = {**create_environ(path), "HTTP_HOST": host, "REMOTE_ADDR": "127.0.0.1"}
    _body, status, _headers = run_wsgi_app(app.wsgi_app, environ, buffered=True)
    assert status.startswith("400 ")
