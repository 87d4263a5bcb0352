"""Texts stamped on a layout: where they stand, how large, in whose letters; and codes."""

import subprocess
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
import segno
from pypdf import PdfReader

from scorekeeper.printing.font import WEIGHTS, Weight, load_font
from scorekeeper.printing.pdf import STYLES_URL
from scorekeeper.printing.stamps import stamp
from tests.support.examples import rarely
from tests.support.paper import Word, letter_sizes, pdf_text, pdf_words

STYLES = "".join(
    f'<link rel="stylesheet" href="{STYLES_URL}{name}.css">' for name in ("print", "lists")
)
LINE = (
    f'{STYLES}<body class="sheet">'
    '<p style="font-size: 20pt; line-height: 1.4">before <span class="stamp" style="width: 100pt" '
    'id="stamp:text:name"></span> behind</p>'
    '<div id="stamp:code:link" style="width: 123pt; height: 123pt; margin-top: 40pt"></div>'
)


def ignored(_page: int, _pages: int) -> None: ...


def stamped(**texts: str) -> bytes:
    return stamp(LINE, [(0, texts)], ignored)


def height(word: Word) -> float:
    return word.bottom - word.top


def test_a_text_stands_in_its_line() -> None:
    before, name, behind = pdf_words(stamped(name="Μαρία"))

    assert (before.text, name.text, behind.text) == ("before", "Μαρία", "behind")
    assert abs(name.bottom - before.bottom) < 1.5
    assert abs(height(name) - height(before)) < 1.5


def test_a_long_text_takes_more_lines_before_it_gets_too_small() -> None:
    lines = [word for word in pdf_words(stamped(name="Ω" * 40)) if "Ω" in word.text]

    assert "".join(word.text for word in lines) == "Ω" * 40
    assert len(lines) == 3
    assert [word.top for word in lines] == sorted(word.top for word in lines)
    assert height(lines[0]) > height(pdf_words(stamped(name="Μαρία"))[1]) / 3


WIDEST = "Ω" * 80
OTHERS = ("Μαρία", "q\u0323" * 40, "😀 " + "Ω" * 38)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *((kind, WIDEST) for kind in ("text", "bold", "right", "block")),
        *(("text", name) for name in OTHERS),
        *(rarely(kind, name) for kind in ("bold", "right", "block") for name in OTHERS),
    ],
)
def test_no_letter_is_too_small_to_be_read(kind: str, name: str) -> None:
    pdf = stamp(LINE.replace("stamp:text", f"stamp:{kind}"), [(0, {"name": name})], ignored)

    assert min(letter_sizes(pdf)) >= 6.99


def test_a_strange_text_that_is_shortened_goes_no_further_than_its_place() -> None:
    short, long = (drawn(stamped(name="q\u0323 " + "Ω" * count)) for count in (1, 60))
    behind = [image.crop((208, 0, *image.size)) for image in (short, long)]

    assert behind[0].tobytes() == behind[1].tobytes()


def test_a_page_has_its_own_texts_and_none_of_anothers() -> None:
    pdf = stamp(LINE, [(0, {"name": "Μαρία"}), (0, {}), (0, {"name": "Γιώργος"})], ignored)
    pages = [page.split() for page in pdf_text(pdf).split("\f")[:-1]]

    assert pages == [
        ["before", "Μαρία", "behind"],
        ["before", "behind"],
        ["before", "Γιώργος", "behind"],
    ]


def test_each_page_has_the_layout_that_it_names() -> None:
    html = (
        STYLES
        + "<style>p { break-after: page }</style>"
        + "".join(
            f"<p>{word} <span id='stamp:right:name' class='stamp' style='width: 99pt'></span></p>"
            for word in ("first", "second")
        )
    )
    pdf = stamp(html, [(1, {"name": "x"}), (0, {}), (1, {})], ignored)

    assert [page.split() for page in pdf_text(pdf).split("\f")[:-1]] == [
        ["second", "x"],
        ["first"],
        ["second"],
    ]


def test_a_name_that_the_layout_has_not_is_left_out() -> None:
    assert pdf_text(stamped(nobody="Μαρία")).split() == ["before", "behind"]


def test_progress_callback_can_stop_the_stamping() -> None:
    def enough(page: int, _pages: int) -> None:
        told.append(page)
        if page == 2:
            raise KeyboardInterrupt

    told: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        stamp(LINE, [(0, {})] * 5, enough)
    assert told == [1, 2]


# --- letters ---


def whole_alphabet(weight: Weight) -> str:
    """Every letter of the font that stands for itself, in NFC."""
    return "".join(
        char for char in map(chr, load_font(weight).glyphs) if load_font(weight).has(char)
    )


@pytest.mark.slow
@pytest.mark.parametrize("weight", WEIGHTS)
def test_every_letter_can_be_copied(weight: Weight) -> None:
    alphabet = [char for char in whole_alphabet(weight) if not char.isspace() and char != "\xad"]
    rows = ["".join(alphabet[at : at + 10]) for at in range(0, len(alphabet), 10)]
    html = LINE.replace("stamp:text", f"stamp:{weight}")
    reader = PdfReader(BytesIO(stamp(html, [(0, {"name": row}) for row in rows], ignored)))

    for page, row in zip(reader.pages, rows, strict=True):
        assert row in page.extract_text()


@pytest.mark.parametrize("text", ["😀", "שלום", "q\u0301", "日", "a\u200db"])
def test_some_texts_cannot_be_set_letter_by_letter(text: str) -> None:
    assert not load_font("text").has(text)


def test_a_strange_text_is_set_in_its_line_by_other_fonts(tmp_path: Path) -> None:
    file = tmp_path / "strange.pdf"
    file.write_bytes(stamped(name="Κ\u0323ώστας"))

    assert "ώστας" in pdf_text(file.read_bytes())
    fonts = subprocess.run(["pdffonts", file], capture_output=True, check=True, text=True).stdout
    assert "yes no" in fonts, "the whole font is there for the other pages"


def test_a_strange_text_is_whole_where_its_place_has_room() -> None:
    """A penalty's reason on a line of the whole page's width."""
    html = (
        f'{STYLES}<body class="sheet"><p style="font-size: 10pt; line-height: 1.4">'
        '<span class="stamp" style="width: 500pt" id="stamp:text:name"></span></p>'
    )
    ends = [
        drawn(stamp(html, [(0, {"name": "q\u0323 " + "ω" * count})], ignored))
        .point(lambda grey: 255 * (grey < 100))
        .crop((0, 0, 595, 48))
        .getbbox()[2]
        for count in (40, 56)
    ]

    assert ends[1] > ends[0] + 100


@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_minus_sign_is_a_letter_like_others(weight: Weight) -> None:
    assert load_font(weight).has("−½")
    assert pdf_text(stamped(name="−½")).split() == ["before", "−½", "behind"]


def test_a_strange_text_hides_nothing_beside_it() -> None:
    """A strange text is drawn as a page, whose paper must not cover the text beside it."""
    plain, strange = drawn(stamped()), drawn(stamped(name="q\u0323"))

    assert all(b <= a for a, b in zip(plain.tobytes(), strange.tobytes(), strict=True))


# --- codes ---


def drawn(pdf: bytes):
    """The first page in grey, a pixel a point."""
    with pypdfium2.PdfDocument(pdf) as document:
        return document[0].render(scale=1, grayscale=True).to_pil()


def test_a_code_is_the_qr_code_of_its_text() -> None:
    link = "https://example.org/m/table/pencil#" + "Ab1_-" * 12
    code = segno.make(link, error="m", micro=False, mask=3)
    modules = len(code.matrix)
    assert modules == 41, "at three points a module"
    image = drawn(stamped(link=link))
    left, top, right, bottom = (
        image.point(lambda grey: 255 * (grey < 128)).crop((0, 80, *image.size)).getbbox()
    )

    assert (right - left, bottom - top) == (123, 123)
    seen = [
        [
            image.getpixel((left + 3 * column + 1, 80 + top + 3 * row + 1)) < 128
            for column in range(modules)
        ]
        for row in range(modules)
    ]
    assert seen == [[bool(module) for module in row] for row in code.matrix]
