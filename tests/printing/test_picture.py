"""The picture of a ledger: its contents, and real pictures read back."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from scorekeeper.i18n import use_locale
from scorekeeper.printing import pdf
from scorekeeper.printing.pdf import PICTURE_STYLESHEET_URL, PdfUnavailable, render_pdf, render_png
from scorekeeper.printing.picture import (
    MOST_ROWS,
    Picture,
    picture_of,
    render_picture,
    short_players,
)
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import BySide
from tests.parameters import rarely
from tests.printing.evening import EVENING, PASSED_OUT, Json, hand, many, match
from tests.printing.paper import pdf_pages

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
