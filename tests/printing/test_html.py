"""The template: one document for the PDF and for the browser."""

import re
from html.parser import HTMLParser

import pytest

from scorekeeper.i18n import use_locale
from scorekeeper.printing.picture import Toolbar, render_sheet
from scorekeeper.printing.sheet import blank_sheet, sheet_of
from scorekeeper.printing.sheet_parts import Cells, side_columns
from scorekeeper.rules.model import RuleSet
from tests.printing.evening import EVENING, PASSED_OUT, PRINTED_AT, Json, many, match
from tests.processes import PROJECT

HOSTILE = "<script>alert(1)</script>\"'&{{ 7*7 }}"


def html_of(hands: list[Json], **head: object) -> str:
    return render_sheet(sheet_of(match(hands, **head), PRINTED_AT), "/static/css/print.css")


class Tags(HTMLParser):
    """The elements that a browser would see."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_columns_are_those_of_a_row_and_as_wide_as_the_page() -> None:
    style = (PROJECT / "static/css/print.css").read_text()
    width = {name: int(mm) for name, mm in re.findall(r"\.col-(\S+) {\s*width: (\d+)mm;", style)}
    fields = [column.field for column in side_columns()]
    side = sum(width[field] for field in fields)

    assert fields == list(Cells._fields)
    assert width["side"] == width["number"] + side
    assert width["side-right"] == side
    assert width["side"] + width["contract"] + width["side-right"] == 184


def test_language_title_and_style_sheet() -> None:
    html = html_of(EVENING)

    assert '<html lang="en">' in html
    assert "<title>7 · Αετοί – 23 · Λιοντάρια · Τουρνουά Πιλόττας «Ο Πλάτανος»</title>" in html
    assert '<link rel="stylesheet" href="/static/css/print.css">' in html
    with use_locale("el"):
        assert '<html lang="el">' in html_of(EVENING)


@pytest.mark.parametrize("hands", [[], EVENING, many(40), [PASSED_OUT, {"adjust": {"A": 1}}]])
def test_nothing_needs_more_than_a_strict_policy(hands: list[Json]) -> None:
    for tag, attributes in Tags(html_of(hands, target=5000)).tags:
        assert tag not in ("script", "style", "img", "iframe", "object")
        assert not any(name == "style" or name.startswith("on") for name in attributes)


def test_names_are_text_and_nothing_else() -> None:
    sides = {side: {"name": HOSTILE[:40], "players": [HOSTILE[:40]]} for side in "AB"}
    adjust: Json = {"adjust": {"A": 1}, "reason": HOSTILE}
    html = html_of([adjust], sides=sides, event=HOSTILE, place=HOSTILE, table=HOSTILE)

    assert "script" not in {tag for tag, _ in Tags(html).tags}
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&amp;{{ 7*7 }}" in html


def test_a_failed_bid_is_struck_through_and_its_arrow_is_not() -> None:
    bids = re.findall(r'<td class="contract">(.*?)</td>', html_of(EVENING), re.DOTALL)
    plain = [" ".join(re.sub(r"</?span[^>]*>", "", bid).split()) for bid in bids]

    assert plain[0] == "‹ 9 ♥"
    assert plain[1] == '<s class="bid">10 ♠</s> ›'
    assert plain[10] == '<s class="bid">9 ♣ ×2</s> ›'
    assert '<span class="suit red">♥</span>' in bids[0]
    assert '<span class="suit">♠</span>' in bids[1]


def test_a_passed_out_hand_is_a_pass() -> None:
    assert '<td class="contract"><span class="word">pass</span></td>' in html_of([PASSED_OUT])


def test_the_sum_is_written_out() -> None:
    check = re.search(r'<p class="line check">(.*?)</p>', html_of(EVENING), re.DOTALL)
    assert check is not None

    text = "Check: 13 hands × 162 + 1 kapo × 88 = 2194 · points 1254 + 940 = 2194 ✓"
    assert " ".join(check[1].split()) == text


def test_a_blank_sheet_has_lines_to_write_on() -> None:
    html = render_sheet(blank_sheet(RuleSet()), "/print.css")

    assert html.count('class="write') > 12
    assert "printed" not in html


def test_only_the_print_view_has_a_way_back() -> None:
    sheet = sheet_of(match(EVENING), PRINTED_AT)
    view = render_sheet(sheet, "/print.css", Toolbar("/m/x/?a=1&b=2", "/m/x/sheet.pdf"))

    assert '<a href="/m/x/?a=1&amp;b=2">‹ Back</a>' in view
    assert '<a href="/m/x/sheet.pdf">Scoresheet PDF</a>' in view
    assert "<nav" not in render_sheet(sheet, "/print.css")
