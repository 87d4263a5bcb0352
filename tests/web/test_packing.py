"""Files and words travel packed as small as can be, and are packed once."""

import gzip
import random
import re

import brotli
import pytest
import tinycss2
import zopfli.gzip
from flask import Response

from scorekeeper.web import static_files
from scorekeeper.web.site.shell import views_url
from scorekeeper.web.static_files import static_url
from scorekeeper.web.vocabulary import words_url
from tests.processes import PROJECT

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
