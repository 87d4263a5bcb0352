"""Templates are compiled once, pages are read as they are written, styles keep to the scale."""

import re
import sys
from xml.etree.ElementTree import tostring

import pytest
from jinja2 import DictLoader, Environment

from scorekeeper.operating import compiled_templates
from scorekeeper.operating.compiled_templates import keep_compiled
from tests.support.page import read_tree
from tests.support.processes import PROJECT

SOURCE = {"page": "{{ 20 + 7 }} {{ name }}"}
PAGE = """<!doctype html>
<html lang=el><head><title>A &amp; B</title><script type="x">"<b>" && c</script></head>
<body><!-- <p> --><P CLASS="a" hidden title='"'>1 &lt; 2<br>3</P>4<template><i>5</i></template>6
<a href="?a=1&amp;b=2">7</a><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></body></html>"""
STYLES = sorted((PROJECT / "static/css").glob("*.css"), key=lambda style: style.name)
ORDINARY = [style for style in STYLES if style.stem != "letters"]
"""All but the one that makes letters larger than they are."""
PAPER = {"paper", "print", "lists", "drawn"}
"""The styles of prints and pictures, which have their own measures and no `tokens.css`."""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that sets environments up, in a folder where Python keeps its modules."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "__pycache__").mkdir()
    file = tmp_path / "pages.py"
    file.write_text("# the first\n")
    return file


def environment_of(module, sources=SOURCE):
    environment = Environment(loader=DictLoader(sources))
    keep_compiled(environment, str(module))
    return environment


def shown_without_compiling(environment, monkeypatch):
    """Render the page; any compiling fails the test."""
    with monkeypatch.context() as patch:
        patch.setattr(environment, "compile", lambda *_: pytest.fail("it is compiled again"))
        return environment.get_template("page").render(name="Άννα")


def test_it_is_compiled_once_for_all_processes(module, monkeypatch):
    assert environment_of(module).get_template("page").render(name="Άννα") == "27 Άννα"
    assert shown_without_compiling(environment_of(module), monkeypatch) == "27 Άννα"


def test_another_source_is_compiled(module):
    environment_of(module).get_template("page")
    other = environment_of(module, {"page": "{{ name }}!"})
    assert other.get_template("page").render(name="Άννα") == "Άννα!"


def test_all_is_compiled_anew_where_its_module_has_changed(module, monkeypatch):
    environment_of(module).get_template("page")
    module.write_text("# the second, with another extension say\n")
    with pytest.raises(pytest.fail.Exception, match="compiled again"):
        shown_without_compiling(environment_of(module), monkeypatch)


def test_all_is_compiled_anew_with_another_jinja(module, monkeypatch):
    environment_of(module).get_template("page")
    monkeypatch.setattr(compiled_templates, "version", lambda _package: "3.99")
    with pytest.raises(pytest.fail.Exception, match="compiled again"):
        shown_without_compiling(environment_of(module), monkeypatch)


def test_compiled_template_is_readable_for_other_users(module):
    environment_of(module).get_template("page")
    (file,) = (module.parent / "__pycache__" / "templates").iterdir()
    assert file.stat().st_mode & 0o777 == 0o644


def test_page_is_rendered_without_a_cache_folder(module):
    (module.parent / "__pycache__").rmdir()
    for _ in range(2):
        assert environment_of(module).get_template("page").render(name="Άννα") == "27 Άννα"
    assert [file.name for file in module.parent.iterdir()] == ["pages.py"]


def test_a_process_that_keeps_no_modules_keeps_no_templates(module, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    environment_of(module).get_template("page")
    assert not any((module.parent / "__pycache__").iterdir())


# --- pages are read as they are written, and what is written wrong is seen ---


def test_it_has_every_element_and_every_text():
    page = read_tree(PAGE, templates=True)
    assert tostring(page, encoding="unicode") == (
        "<page>\n"
        '<html lang="el"><head><title>A &amp; B</title><script type="x">"&lt;b&gt;" &amp;&amp; c'
        '</script></head>\n<body><p class="a" hidden="" title="&quot;">1 &lt; 2<br />3</p>4'
        '<template><i>5</i></template>6\n<a href="?a=1&amp;b=2">7</a>'
        '<svg viewbox="0 0 1 1"><path d="M0 0" /></svg></body></html></page>'
    )


def test_a_template_is_left_out_and_what_follows_it_is_not():
    page = read_tree(PAGE)
    assert page.find(".//template") is None
    assert page.find(".//p").tail == "46\n"


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<p><b>a</p></b>", "<b> is closed by </p>"),
        ("</p>", "<page> is closed by </p>"),
        ("<p>a < b</p>", "no tag: a < b"),
        ("<p title='a></p>", "no tag: <p title='a>"),
        ('<a href="?a=1&b=2">', "an & that stands for itself"),
    ],
)
def test_a_fault_of_the_page_is_seen(html, fault):
    with pytest.raises(AssertionError, match=fault.replace("?", r"\?")):
        read_tree(html)


# --- the style sheets keep to `tokens.css` ---


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_letters_are_regular_or_bold(style):
    """A phone's font has these two; weights between are drawn as one of them, or smeared."""
    weights = re.findall(r"font-weight: ([^;]+);", style.read_text())
    assert {*weights} <= {"400", "700", "inherit", "normal"}


@pytest.mark.parametrize("style", ORDINARY, ids=lambda style: style.name)
def test_letters_have_a_size_of_the_scale(style):
    """Texts have a size of the scale; figures are as large as they have room."""
    sizes = re.findall(r"font-size: ([\d.]+)rem;", style.read_text())
    assert [size for size in sizes if float(size) < 2] == []


def test_a_phone_is_as_dark_by_choice_as_by_its_own_setting():
    style = (PROJECT / "static/css/tokens.css").read_text()
    blocks = re.findall(r":root[^{]*data-theme[^{]*{([^}]*)}", style)
    by_phone, by_choice = ([line.strip() for line in block.split("\n")] for block in blocks)
    assert by_phone == by_choice


@pytest.mark.parametrize(
    "style", [one for one in STYLES if one.stem not in PAPER], ids=lambda style: style.name
)
def test_space_between_parts_is_of_the_scale(style):
    """A line's breadth is allowed, and the least room of small letters; sizes that grow with
    letters are in their unit."""
    rules = re.findall(
        r"(?<!scroll-)\b(?:margin|padding|gap)(?:-[a-z-]+)?: ([^;]+);", style.read_text()
    )
    widths = {
        width
        for rule in rules
        for width in re.findall(r"\b[\d.]+px", re.sub(r"max\([\d.]+rem[^)]*\)", "", rule))
    }
    assert widths <= {"1px"}
