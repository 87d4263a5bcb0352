"""A ruling as a picture for a chat and on half a page."""

import io
import re
from datetime import datetime

import pytest
from PIL import Image
from pypdf import PdfReader

from scorekeeper.explain.ruling import Decided, Reason, Ruling
from scorekeeper.printing.pdf import PIXELS, render_pdf, render_png
from scorekeeper.printing.short_papers import PrintedRuling, ruling_paper, ruling_picture
from scorekeeper.rules.model import BySide

MOMENT = datetime(2026, 11, 22, 18, 42)
DECIDED = Decided("Equal last digits: the missing point", "to the bidder", "online game")
LONG = Reason("the last digits are equal, and so the point goes to the bidder " * 3, "Point")


def printed(*reasons):
    ruling = Ruling("Maria bid 9 and took 89.", "Failed: 89 < 90", reasons)
    names = BySide("Μαρία", "Eleni")
    return PrintedRuling("Why this score?", ruling, "Café table", names, MOMENT, 3)


def test_the_paper_says_when_and_of_which_hand():
    paper = render_pdf(ruling_paper(printed(LONG)))
    text = " ".join(PdfReader(io.BytesIO(paper)).pages[0].extract_text().split())
    assert "22.11.2026 18:42" in text
    assert re.search(r"(Hand|Χέρι) 3", text)


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, 12])
def test_a_picture_is_one_page_however_long_the_argument(count):
    picture = render_png(
        ruling_picture(printed(*[LONG._replace(decided=(DECIDED, DECIDED))] * count))
    )
    assert Image.open(io.BytesIO(picture)).width == 360 * PIXELS


def test_of_an_argument_that_never_ends_the_beginning_is_drawn():
    shown = printed(*[LONG] * 60)
    assert (len(shown.drawn.reasons), shown.left_out) == (12, 48)
    assert shown.height == printed(*[LONG] * 12).height
    asked = shown._replace(ruling=shown.ruling._replace(asked="9 ♥ " * 2000))
    assert len(asked.drawn.asked) == 600
    text = PdfReader(io.BytesIO(render_pdf(ruling_paper(shown)))).pages[0].extract_text()
    assert "48" in text


def test_paper_says_who_decided_and_has_a_line_for_each_side():
    pdf = render_pdf(ruling_paper(printed(LONG._replace(decided=(DECIDED,)))))
    document = PdfReader(io.BytesIO(pdf))
    assert len(document.pages) == 1
    text = document.pages[0].extract_text()
    for told in ("Failed: 89 < 90", "to the bidder", "online game", "Μαρία", "Eleni"):
        assert told in text


def test_an_ordinary_argument_takes_no_more_than_half_a_page():
    heights = []

    def see(text, page_matrix, place, _font, _size):
        if text.strip():
            heights.append(place[5] * page_matrix[3] + page_matrix[5])

    pdf = render_pdf(ruling_paper(printed(*[Reason("89 < 90: failed", "Stake", (DECIDED,))] * 5)))
    page = PdfReader(io.BytesIO(pdf)).pages[0]
    page.extract_text(visitor_text=see)
    assert heights
    assert min(heights) > float(page.mediabox.height) / 2
