"""Pages are read as they are written, and what is written wrong is seen."""

from xml.etree.ElementTree import tostring

import pytest

from tests.page import read_tree

PAGE = """<!doctype html>
<html lang=el><head><title>A &amp; B</title><script type="x">"<b>" && c</script></head>
<body><!-- <p> --><P CLASS="a" hidden title='"'>1 &lt; 2<br>3</P>4<template><i>5</i></template>6
<a href="?a=1&amp;b=2">7</a><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></body></html>"""


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
