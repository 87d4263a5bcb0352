"""Pictures for a chat: a ledger, a ruling, and the race as numbers."""

import io
import re
from dataclasses import replace
from datetime import datetime
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from scorekeeper.explain.ruling import Decided, Reason, Ruling
from scorekeeper.i18n import use_locale
from scorekeeper.printing import pdf
from scorekeeper.printing.charts import HEIGHT, WIDTH, Race, race_chart
from scorekeeper.printing.pdf import (
    PICTURE_STYLESHEET_URL,
    PIXELS,
    PdfUnavailable,
    render_pdf,
    render_png,
)
from scorekeeper.printing.picture import (
    MOST_ROWS,
    Picture,
    picture_of,
    render_picture,
    short_players,
)
from scorekeeper.printing.short_papers import PrintedRuling, ruling_paper, ruling_picture
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import BySide
from tests.support.examples import rarely
from tests.support.paper import pdf_pages
from tests.support.printed_evening import EVENING, PASSED_OUT, Json, hand, many, match

RED = (0xB3, 0x26, 0x1E)
PAPER = (0xFB, 0xF7, 0xEE)
LONG = "Παπαχριστοδουλοπουλάκης-Κωνσταντινίδης Α"
LONG_REASON = "ποινή για καθυστέρηση και λάθος καταγραφή στο προηγούμενο τραπέζι του γύρου 2"
LATE: Json = {"adjust": {"A": -12, "B": 5}, "reason": LONG_REASON}
WORST: Json = {
    "sides": {side: {"name": "Ω" * 40, "players": ["Ω" * 40] * 2} for side in "AB"},
    "event": "Παγκύπριο Πρωτάθλημα " * 3,
    "place": "Καφενείο Ο Πλάτανος " * 4,
    "round": "γύρος " * 13,
    "rules": {"preset": "gamerules", "six_six": "ask"},
    "ended": {"by": "claim", "side": "A", "points": 9999},
    "target": 5000,
}


def html_of(kept: Match, *seated: Seated) -> str:
    return render_picture(picture_of(kept, seated), PICTURE_STYLESHEET_URL)


def image_of(kept: Match, *seated: Seated) -> tuple[Image.Image, int]:
    """Return the picture as its reader sees it, and its bytes."""
    made = render_png(html_of(kept, *seated))
    image = Image.open(BytesIO(made))
    assert image.format == "PNG"
    image.load()
    return image, len(made)


def words_of(kept: Match) -> str:
    (page,) = pdf_pages(render_pdf(html_of(kept)))
    return page


def drawn(picture: Picture) -> list[list[str]]:
    return [[row.number, *row.cells.A[2:], *row.cells.B[2:]] for row in picture.rows]


# --- what is drawn ---


def test_it_shows_each_hand_as_the_phone_does() -> None:
    picture = picture_of(match([*EVENING[:2], LATE, PASSED_OUT], open=hand("A", 80, "clubs")))

    assert drawn(picture) == [
        ["1", "+19", "19", "+6", "6"],
        ["2", "+31", "50", "–", "6"],
        ["", "–12", "38", "+5", "11"],
        ["3", "–", "38", "–", "11"],
        ["4", "", "", "", ""],
    ]
    reason = picture.rows[2].reason
    assert reason.endswith("…")
    assert LONG_REASON.startswith(reason[:-1])
    assert picture.totals == ("38", "11")


def test_it_says_who_won_and_how_far_the_other_came() -> None:
    picture = picture_of(match(EVENING, target=262))

    assert picture.winner == "A"
    assert picture.sheet.result == "Winner: 7 · Αετοί, 262 – 137"
    assert picture.reached == (100, 52)


def test_it_says_what_it_leaves_out_and_nothing_of_columns_it_has_not() -> None:
    tied = {"A": ["run3:K"], "B": ["run3:K"]}
    won = match([hand("A", 90, "hearts", 97, declarations=tied), *EVENING[1:]], target=262)
    picture = picture_of(replace(won, entries=(*won.entries, won.entries[1])))

    assert len(picture.rows) == len(EVENING)
    assert picture.remarks == ("1 row after the end of the match is left out.",)


def test_below_zero_is_nothing_of_the_target() -> None:
    assert picture_of(match([LATE])).reached == (0, 1)


def test_of_a_long_match_it_draws_the_last_rows_and_says_so() -> None:
    picture = picture_of(match(many(MOST_ROWS + 3), target=5000))

    assert [row.number for row in picture.rows][::39] == ["4", str(MOST_ROWS + 3)]
    assert picture.left_out == 3
    assert "3 rows before these are left out; the totals hold them." in render_picture(picture, "")


def test_it_names_the_players() -> None:
    picture = picture_of(match(EVENING))

    assert picture.players == (("Μαρία Χ.", "Γιώργος Ι."), ("Ελένη Π.", "Ανδρέας Γ."))
    page = " ".join(words_of(match(EVENING)).split())
    assert "Μαρία Χ. – Γιώργος Ι." in page
    without = match(EVENING, sides={side: {"name": side} for side in "AB"})
    assert '<p class="players">' not in html_of(without)


def unnamed(*players: list[str]) -> Match:
    """A match whose sides have players and no name."""
    sides = zip("AB", players, strict=True)
    return match(EVENING, sides={side: {"name": "", "players": names} for side, names in sides})


def test_sides_without_names_are_called_by_their_players() -> None:
    kept = unnamed(["Μαρία Χρίστου", "Γιώργος"], ["Ελευθερία Παπαδοπούλου", "Χριστόδουλος"])

    assert picture_of(kept).called == (
        ("Μαρία Χρίστου", "Γιώργος"),
        ("Ελευθερία Π.", "Χριστόδουλος"),
    )
    page = " ".join(words_of(kept).split())
    assert "Side A" not in page
    assert "Side B" not in page
    assert "Χριστόδουλος" in page
    title = picture_of(kept).sheet.title
    assert title.startswith("7 · Μαρία & Γιώργος – 23 · Ελευθερία & Χριστόδουλος · ")


@pytest.mark.parametrize(
    "kept",
    [
        unnamed(["Μαρία", "Μαρία"], ["Ελένη", "Ανδρέας"]),
        unnamed(["Μαρία", "Γιώργος"], ["Μαρία", "Ανδρέας"]),
        unnamed(["Μαρία", LONG], ["Ελένη", "Ανδρέας"]),
    ],
    ids=["twice in a side", "in both sides", "too long"],
)
def test_sides_keep_their_letters_where_a_player_could_not_be_told(kept: Match) -> None:
    assert picture_of(kept).called == ((), ())
    page = " ".join(words_of(kept).split())
    assert "Side A" in page
    assert "Side B" in page


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        ([], ()),
        (["Μαρία"], ("Μαρία",)),
        (["Μαρία Χ.", "Άννα Ν."], ("Μαρία Χ.", "Άννα Ν.")),
        (["Μαρία του Νίκου Χρίστου", "Άννα"], ("Μαρία Χ.", "Άννα")),
        (["Χριστόφορος Α", "Κωνσταντία Β"], ("Χριστόφ…", "Κωνσταν…")),
        (["Άννα Αντωνίου", "Χριστόφορος Β"], ("Άννα", "Χριστόφορος")),
        (["Άννα-Μαρία Α", LONG], ("Άννα-Μα…", "Παπαχρι…")),
        (["Άννα", LONG], ("Άννα", "Παπαχριστοδου…")),
        ([LONG], ("Παπαχριστοδουλοπουλά…",)),
    ],
)
def test_long_players_share_their_line(players: list[str], shown: tuple[str, ...]) -> None:
    assert short_players(players) == shown
    kept = match([], sides={side: {"name": side, "players": players} for side in "AB"})
    assert " ".join(words_of(kept).split()).count(" – ".join(shown)) >= 2, "and it fits"


def test_it_tells_who_sat_down_later_where_that_is_short() -> None:
    guest = BySide(("Μαρία Χριστοδούλου", "Μάριος"), ("Ελένη Παπαδοπούλου", "Ανδρέας Γεωργίου"))
    other = guest._replace(A=("Μαρία Χριστοδούλου", "Σωτήρης"))
    kept = match(EVENING[:4])

    assert picture_of(kept, [guest] * 4).remarks == (
        "From hand 5: Γιώργος Ιωάννου in Μάριος's chair.",
    )
    often = picture_of(match(many(20), target=5000), [guest, other] * 10)
    assert often.remarks == ("The players changed 20 times, first at hand 2.",)


def test_greek_suits_and_all_the_words_are_on_it() -> None:
    with use_locale("el"):
        page = words_of(match([*EVENING, LATE, PASSED_OUT]))

    for text in ("Τεφτέρι", "Κυριακή 22 Νοεμβρίου 2026", "Αετοί", "ως", "καπό", "πάσο", "Καφενείο"):
        assert text in page
    assert all(suit in page for suit in "♥♦♣♠")
    assert [
        line
        for line in page.splitlines()
        if line.split() == ["2", "+31", "50", "10", "♠", "›", "6", "–"]
    ]


# --- the picture itself ---


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 13, 200, rarely(1), rarely(40)])
def test_it_is_as_wide_as_a_phone_and_small(count: int) -> None:
    image, size = image_of(match(many(count), target=5000))

    assert image.mode == "P"
    assert image.width == 720
    assert 300 < image.height <= 620 + 74 * MOST_ROWS
    assert size < 100_000


def test_it_is_cut_below_its_last_line() -> None:
    short, _ = image_of(match(many(1)))
    longer, _ = image_of(match(many(3)))

    below = [short.height + y for y in (-1, -23)]
    rows = [short.crop((0, y, 720, y + 1)).convert("RGB").getcolors() for y in below]
    assert rows == [[(720, PAPER)]] * 2
    assert len(short.crop((0, short.height - 40, 720, short.height)).convert("RGB").getcolors()) > 1
    assert longer.height - short.height == 2 * 74


@pytest.mark.slow
def test_hearts_are_red_and_stay_so() -> None:
    def red(suit: str) -> bool:
        image, _ = image_of(match([hand("A", 90, suit, 97)]))
        return RED in [colour for _, colour in image.convert("RGB").getcolors()]

    assert [red(suit) for suit in ("hearts", "diamonds", "clubs", "spades")] == [True, True, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("rows", [0, 40])
def test_the_longest_words_are_all_on_one_page(rows: int) -> None:
    guest = BySide(("Ω" * 40, "Ψ" * 40), ("Ω" * 40, "Ω" * 40))
    image, size = image_of(match([*[LATE] * rows, PASSED_OUT], **WORST), *[guest] * (rows + 1))

    assert image.width == 720
    assert size < 100_000


@pytest.mark.slow
def test_players_take_one_line_however_long() -> None:
    def height(player: str) -> int:
        sides = {side: {"name": side, "players": [player] * 2} for side in "AB"}
        return image_of(match(many(1), sides=sides))[0].height

    assert height("A") == height("Ω" * 40) == height("@" * 40) == height("ﷺ" * 40)


@pytest.mark.parametrize(
    "name",
    [
        *("<script>x</script>", "😀 🃏", "مرحبا שלום"),
        *map(rarely, ("\"'&", "日本語", "a\u0301" * 20, "{{ 1 }}")),
    ],
)
def test_any_name_gives_a_picture(name: str) -> None:
    sides = {side: {"name": name, "players": [name, name]} for side in "AB"}
    kept = match([*EVENING[:1], {**LATE, "reason": name}], sides=sides, event=name)

    assert "<script>" not in html_of(kept)
    image, _ = image_of(kept)
    assert image.width == 720


def test_picture_of_more_than_one_page_is_refused_and_not_cut() -> None:
    with pytest.raises(PdfUnavailable, match="has 2 pages"):
        render_png("<p style='break-after: page'>x</p><p>y</p>")


def test_without_pdfium_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pypdfium2", None)

    with pytest.raises(PdfUnavailable) as refused:
        pdf.render_png("<p>x</p>")
    assert (refused.value.reason, refused.value.detail) == ("missing", "pypdfium2")


MOMENT = datetime(2026, 11, 22, 18, 42)
DECIDED = Decided("Equal last digits: the missing point", "to the bidder", "online game")
LONG_RULING = Reason("the last digits are equal, and so the point goes to the bidder " * 3, "Point")


def printed(*reasons):
    ruling = Ruling("Maria bid 9 and took 89.", "Failed: 89, needed 90", reasons)
    names = BySide("Μαρία", "Eleni")
    return PrintedRuling("Why this score?", ruling, "Café table", names, MOMENT, 3)


def test_the_paper_says_when_and_of_which_hand():
    paper = render_pdf(ruling_paper(printed(LONG_RULING)))
    text = " ".join(PdfReader(io.BytesIO(paper)).pages[0].extract_text().split())
    assert "22.11.2026 18:42" in text
    assert re.search(r"(Hand|Χέρι) 3", text)


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, 12])
def test_a_picture_is_one_page_however_long_the_argument(count):
    picture = render_png(
        ruling_picture(printed(*[LONG_RULING._replace(decided=(DECIDED, DECIDED))] * count))
    )
    assert Image.open(io.BytesIO(picture)).width == 360 * PIXELS


def test_of_an_argument_that_never_ends_the_beginning_is_drawn():
    shown = printed(*[LONG_RULING] * 60)
    assert (len(shown.drawn.reasons), shown.left_out) == (12, 48)
    assert shown.height == printed(*[LONG_RULING] * 12).height
    asked = shown._replace(ruling=shown.ruling._replace(asked="9 ♥ " * 2000))
    assert len(asked.drawn.asked) == 600
    text = PdfReader(io.BytesIO(render_pdf(ruling_paper(shown)))).pages[0].extract_text()
    assert "48" in text


def test_paper_says_who_decided_and_has_a_line_for_each_side():
    pdf = render_pdf(ruling_paper(printed(LONG_RULING._replace(decided=(DECIDED,)))))
    document = PdfReader(io.BytesIO(pdf))
    assert len(document.pages) == 1
    text = document.pages[0].extract_text()
    for told in ("Failed: 89, needed 90", "to the bidder", "online game", "Μαρία", "Eleni"):
        assert told in text


def test_an_ordinary_argument_takes_no_more_than_half_a_page():
    heights = []

    def see(text, page_matrix, place, _font, _size):
        if text.strip():
            heights.append(place[5] * page_matrix[3] + page_matrix[5])

    pdf = render_pdf(
        ruling_paper(printed(*[Reason("89, needed 90: failed", "Stake", (DECIDED,))] * 5))
    )
    page = PdfReader(io.BytesIO(pdf)).pages[0]
    page.extract_text(visitor_text=see)
    assert heights
    assert min(heights) > float(page.mediabox.height) / 2


def race(hands: list[Json], **head: object) -> Race:
    played = match(hands, **head)
    return race_chart(played.standing(), played.rules.target)


def points(line: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in line.split())]


def test_both_sides_start_together_at_the_bottom_left() -> None:
    chart = race(EVENING)

    assert points(chart.a)[0] == points(chart.b)[0] == (chart.left, chart.bottom)
    assert len(points(chart.a)) == len(points(chart.b)) == 14


def test_a_line_rises_with_its_totals_and_never_beside_the_plot() -> None:
    chart = race(EVENING)
    ours = points(chart.a)

    assert chart.view_box == f"0 0 {WIDTH} {HEIGHT}"
    assert [y for _, y in ours] == sorted((y for _, y in ours), reverse=True)
    for x, y in [*ours, *points(chart.b)]:
        assert chart.left <= x <= chart.right
        assert chart.top <= y <= chart.bottom
    assert ours[-1] == chart.a_end
    assert chart.a_end[0] == chart.right
    assert chart.a_end[1] < chart.b_end[1], "262 stands above 137"


def test_the_target_is_the_top_until_it_is_passed() -> None:
    assert race(EVENING).target_y == race(EVENING).top
    assert race(EVENING, target=250).target_y > race(EVENING, target=250).top


def test_a_total_below_zero_has_room() -> None:
    chart = race([hand("A", 150, "spades", 97, pilotta_failed="A")], rules="cardrules")

    assert points(chart.a)[0][1] < chart.bottom
    assert chart.a_end[1] == chart.bottom
    assert "0" in [tick.label for tick in chart.scores]


def test_ticks_name_scores_and_hands() -> None:
    chart = race(EVENING)

    assert [tick.label for tick in chart.scores] == ["0", "100", "200", "300"]
    assert chart.scores[0].at == chart.bottom
    assert [tick.label for tick in chart.hands] == ["2", "4", "6", "8", "10", "12"]
    assert len(race(many(40), target=5000).hands) <= 12


def test_an_adjustment_moves_the_lines_and_is_no_hand() -> None:
    chart = race([EVENING[0], {"adjust": {"A": 100}}, PASSED_OUT])

    assert len(points(chart.a)) == 4
    assert [tick.label for tick in chart.hands] == ["1", "2"]


def test_a_match_without_a_hand_has_two_points() -> None:
    chart = race([])

    assert points(chart.a) == points(chart.b) == [(chart.left, chart.bottom)]
    assert chart.hands == ()
