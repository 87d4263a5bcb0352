"""Static files, packed as small as can be, and the words for the phone."""

import gzip
import json
import random
import re

import brotli
import pytest
import tinycss2
import zopfli.gzip
from flask import Response

from scorekeeper.explain.spoken import vocabulary
from scorekeeper.i18n import LANGUAGES
from scorekeeper.web import static_files
from scorekeeper.web.site.shell import views_url
from scorekeeper.web.static_files import static_url
from scorekeeper.web.vocabulary import words_url
from tests.support.processes import PROJECT

EXPORTED = r"^export (?:(?:async )?(?:function|const|let|class) {0}\b|\{{[^}}]*\b{0}\b)"
NAMES = r'^(?:im|ex)port \{([^}]*)\} from "(\.[^"]+)"'
PASSED_ON = r'^export \* from "(\.[^"]+)"'
IMPORTED = r'^(?:im|ex)port\b[^;]*?\bfrom "(\.[^"]+)"'


def test_a_file_of_this_version_may_be_kept_for_a_year(phone):
    address = phone.get("/").find(".//link[@rel='icon']").get("href")
    answer = phone.get(address)
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_page_of_an_older_version_gets_the_file_and_does_not_keep_it(phone):
    answer = phone.get("/static/-0123456789/icon.svg")
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_every_module_that_is_imported_is_there():
    folder = PROJECT / "static/js"
    for file in folder.rglob("*.js"):
        for other in re.findall(
            r'^(?:im|ex)port\b[^;]*?\bfrom "(\.[^"]+)"', file.read_text(), re.M
        ):
            assert (file.parent / other).is_file(), f"{file.name} imports {other}"


def test_every_name_that_is_imported_is_exported_there():
    for file in (PROJECT / "static/js").rglob("*.js"):
        for names, other in re.findall(NAMES, file.read_text(), re.MULTILINE):
            for name in (one.split(" as ")[0].strip() for one in names.split(",") if one.strip()):
                assert is_exported(name, file.parent / other), f"{file.name}: {name} from {other}"


def is_exported(name, file):
    text = file.read_text()
    return bool(re.search(EXPORTED.format(name), text, re.MULTILINE)) or any(
        is_exported(name, file.parent / other)
        for other in re.findall(PASSED_ON, text, re.MULTILINE)
    )


UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}
SCRIPT = "js/phone.js"


@pytest.fixture
def ask(app):
    """Asks for what the function gives the address of, by a reader that takes this packing."""

    def ask(address, accepted=None, **headers):
        with app.test_request_context():
            path = address()
        if accepted:
            headers["Accept-Encoding"] = accepted
        with app.test_client().get(path, headers=headers) as answer:
            answer.get_data()
            return answer

    return ask


def script():
    return static_url(SCRIPT)


def views():
    return views_url("entry")


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("identity", None),
        (None, None),
    ],
)
@pytest.mark.parametrize("address", [script, views, words_url])
def test_the_reader_gets_it_as_it_takes_it(ask, address, accepted, encoding):
    answer = ask(address, accepted)
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert UNPACK[encoding](answer.data) == ask(address).data


def test_it_is_packed_as_small_as_can_be(ask):
    content = ask(script).data
    assert len(ask(script, "br").data) == len(brotli.compress(content, quality=11))
    assert len(ask(script, "gzip").data) == len(zopfli.gzip.compress(content))


# A program's words: strings whole, comments and blanks apart.
COMMENTS = r"/\*.*?\*/|//[^\n]*"
WORDS = r"""`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w$]+|[^\w\s$]"""
SCRIPTS = sorted(
    file.relative_to(PROJECT / "static").as_posix()
    for file in (PROJECT / "static/js").rglob("*.js")
    if not file.name.startswith("htmx")
)


def words_of(program):
    found = re.finditer(f"(?P<comment>{COMMENTS})|(?P<word>{WORDS})", program, re.DOTALL)
    return [one["word"] for one in found if one["word"]]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_travels_without_its_comments_and_is_the_same_program(ask, name):
    source = (PROJECT / "static" / name).read_text()
    sent = ask(lambda: static_url(name)).data.decode()
    assert words_of(sent) == words_of(source)
    assert not re.search(r"^\s*//", sent, re.MULTILINE)
    assert len(sent) <= len(source)


def signs_in(tokens):
    """The signs of a style as a browser reads it, each run of blanks and comments as one blank."""
    for token in tokens:
        ends = {"{} block": "{}", "() block": "()", "[] block": "[]", "function": "()"}
        if token.type in ("whitespace", "comment"):
            yield " "
        elif token.type in ends:
            first, last = ends[token.type]
            yield (token.name if token.type == "function" else "") + first
            yield from signs_in(token.arguments if token.type == "function" else token.content)
            yield last
        else:
            yield token.serialize()


def said_by(style):
    """Those that say something: no blank beside a brace or a comma, none behind a colon."""
    signs = list(signs_in(tinycss2.parse_component_value_list(style)))
    found = []
    for place, sign in enumerate(signs):
        following = next((one for one in signs[place + 1 :] if one != " "), "}")
        before = found[-1] if found else "{"
        if sign == " " and (before in " {};,:" or following in "{};,"):
            continue
        if sign == ";" and following == "}":
            continue
        found.append(sign)
    return found


STYLES = sorted(file.name for file in (PROJECT / "static/css").glob("*.css"))


@pytest.mark.parametrize("name", STYLES)
def test_a_style_travels_without_its_comments_and_chooses_the_same(ask, name):
    """A blank before `:is` chooses what is within, and one in `calc()` is part of the sum."""
    source = (PROJECT / "static/css" / name).read_text()
    sent = ask(lambda: static_url(f"css/{name}")).data.decode()
    assert said_by(sent) == said_by(source)
    assert len(sent) <= len(source)


def test_debug_mode_serves_the_source_of_a_script(app, ask, monkeypatch):
    monkeypatch.setitem(app.config, "DEBUG", True)
    assert ask(script).data == (PROJECT / "static" / SCRIPT).read_bytes()


def test_it_is_packed_once(ask, monkeypatch):
    first = ask(script, "br")
    monkeypatch.setattr(static_files, "_PACKERS", {"br": None})
    assert ask(script, "br").data == first.data


@pytest.mark.parametrize("is_smallest", [True, False])
def test_answer_that_becomes_no_smaller_is_not_packed(app, is_smallest):
    content = random.Random(1).randbytes(5000)
    with app.test_request_context(headers={"Accept-Encoding": "gzip"}):
        answer = Response(content)
        static_files.pack(answer, is_smallest=is_smallest)
    assert "Content-Encoding" not in answer.headers
    assert answer.data == content


@pytest.mark.parametrize("accepted", ["br", "gzip", None])
def test_known_etag_gets_an_empty_304(ask, accepted):
    tag = ask(script, accepted).headers["ETag"]
    again = ask(script, accepted, **{"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_each_packing_has_a_tag_of_its_own(ask):
    tags = {ask(script, accepted).headers["ETag"] for accepted in ("br", "gzip", None)}
    assert len(tags) == 3


@pytest.fixture
def words_address(app):
    def address(language):
        with app.test_request_context():
            return words_url(language)

    return address


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_all_the_words_of_a_language(phone, words_address, language):
    answer = phone.get(words_address(language))
    assert answer.headers["Content-Type"] == "application/json"
    assert json.loads(answer.html) == json.loads(vocabulary(language))


def test_its_address_follows_the_reader_and_changes_with_the_words(app, words_address):
    with app.test_request_context(headers={"Cookie": "lang=en"}):
        assert words_url() == words_address("en")
    assert words_address("en").partition("?v=")[2] != words_address("el").partition("?v=")[2]


def test_under_an_address_with_a_version_it_is_kept_for_a_year(phone, words_address):
    headers = phone.get(words_address("el")).headers
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert phone.get("/words/el.json").headers["Cache-Control"] == "no-cache"


def test_it_is_the_same_for_everybody(phone, words_address):
    headers = phone.get(words_address("el")).headers
    assert "Set-Cookie" not in headers
    assert headers.get("Vary", "Accept-Encoding") == "Accept-Encoding"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_small(app, words_address, language):
    answer = app.test_client().get(words_address(language), headers={"Accept-Encoding": "gzip"})
    assert len(answer.data) < 4096


@pytest.mark.parametrize("name", ["fr", "el_GR", "EL", "../el"])
def test_there_are_no_words_of_another_language(phone, name):
    assert phone.get(f"/words/{name}.json").status == 404
