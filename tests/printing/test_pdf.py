"""PDFs really made, and read back with poppler; a match file printed, or its problems told."""

import json
import re
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.cli import import_export
from scorekeeper.cli.import_export import print_match_file
from scorekeeper.explain.shown_names import players_today
from scorekeeper.i18n import use_locale
from scorekeeper.printing import pdf
from scorekeeper.printing.pdf import STYLESHEET_URL, PdfUnavailable, pdf_ready, render_pdf
from scorekeeper.printing.picture import render_sheet
from scorekeeper.printing.sheet import blank_sheet, sheet_of
from scorekeeper.printing.sheet_parts import Sheet
from scorekeeper.rules.match_file import LARGEST_FILE, write_match
from scorekeeper.rules.model import RuleSet
from tests.support.examples import rarely
from tests.support.paper import pdf_pages, pdf_words
from tests.support.printed_evening import EVENING, PRINTED_AT, WRITTEN, Json, hand, many, match


def printed(sheet: Sheet) -> bytes:
    return render_pdf(render_sheet(sheet, STYLESHEET_URL))


def pdf_of(hands: list[Json], **head: object) -> bytes:
    return printed(sheet_of(match(hands, **head), PRINTED_AT))


def test_every_number_of_the_evening_is_on_the_paper() -> None:
    (page,) = pdf_pages(pdf_of(EVENING))
    lines = [line.split() for line in page.splitlines()]

    for number, row in enumerate(WRITTEN.strip("\n").splitlines(), 1):
        assert [str(number), *row.replace("|", " ").replace("~", "").split()] in lines
    assert ["262", "total", "137"] in lines
    assert "Check: 13 hands × 162 + 1 kapo × 88 = 2194 · points 1254 + 940 = 2194 ✓" in page


def test_greek_and_suits_are_text() -> None:
    with use_locale("el"):
        (page,) = pdf_pages(pdf_of([*EVENING, hand("A", 90, "clubs", 100)], event="Ὁ Πλάτανος"))

    for text in ("Ὁ Πλάτανος", "7 · Αετοί", " Καφενείο (", "Κυριακή 22 Νοεμβρίου 2026"):
        assert text in page
    assert all(suit in page for suit in "♥♦♣♠")


def test_title_language_and_tags() -> None:
    reader = PdfReader(BytesIO(pdf_of(EVENING)))

    assert reader.metadata is not None
    assert reader.metadata.title == sheet_of(match(EVENING), PRINTED_AT).title
    assert str(reader.root_object["/Lang"]) == "en"
    assert "/StructTreeRoot" in reader.root_object


def test_only_the_projects_fonts_are_in_it(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(pdf_of(EVENING))
    fonts = subprocess.run(["pdffonts", file], capture_output=True, check=True, text=True).stdout

    assert set(re.findall(r"[A-Z]{6}\+(\S+)", fonts)) == {"Sheet", "Sheet-Bold", "Sheet-Suits"}


@pytest.mark.slow
@pytest.mark.parametrize(("hands", "count"), [(0, 1), (24, 1), (25, 2), (48, 2)])
def test_pages(hands: int, count: int) -> None:
    pages = pdf_pages(pdf_of(many(hands), target=5000))

    assert len(pages) == count
    for number, page in enumerate(pages, 1):
        assert "Τουρνουά Πιλόττας" in page
        assert "declarations" in page
        assert f"page {number} of {count}" in page
        assert ("Check:" in page) == ("scorer" in page) == (number == count)


def test_a_blank_sheet_is_one_page() -> None:
    (page,) = pdf_pages(printed(blank_sheet(RuleSet())))

    assert "Rules: Café table (version 1) · up to 351" in page
    assert "24" in page.split()


LONG = "Παπαχριστοδουλοπουλάκης-Κωνσταντινίδης Α"
LONG_REASON = "ποινή για καθυστέρηση και λάθος καταγραφή στο προηγούμενο τραπέζι του γύρου 2"
LATE: Json = {"adjust": {"A": -12, "B": 5}, "reason": LONG_REASON}
HEADS: dict[str, Json] = {
    "short": {},
    "names": {"sides": {side: {"name": LONG, "players": [LONG, LONG]} for side in "AB"}},
    "wide": {"sides": {side: {"name": "Ω" * 40, "players": ["Ω" * 40] * 2} for side in "AB"}},
    "event": {"event": "Παγκύπριο Πρωτάθλημα " * 3, "place": "Καφενείο Ο Πλάτανος " * 4},
}
HEADS["all"] = {**HEADS["event"], **HEADS["wide"]}


OFTEN = {(0, "short"), (0, "all"), (4, "all"), (4, "wide")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("late", "head"),
    [
        (late, head) if (late, head) in OFTEN else rarely(late, head)
        for late in (0, 4)
        for head in HEADS
    ],
)
def test_sheet_with_any_names_is_one_page_with_room_to_sign(late: int, head: str) -> None:
    kept = match([LATE] * late + many(24), target=5000, **HEADS[head])
    now = players_today(kept)
    before = now._replace(B=("Ψ" * 40, "Ψ" * 40))
    sheet = sheet_of(kept, PRINTED_AT, [before] * (late + 1) + [now] * 23)
    assert "Ψ's chair." in sheet.remarks[-1], "as long as it may be"
    made = printed(sheet)

    assert len(pdf_pages(made)) == 1
    words = pdf_words(made)
    remarks = next(word for word in words if word.text == "Remarks:")
    scorer = next(word for word in words if word.text == "scorer")
    assert scorer.top - remarks.bottom > 20  # points: 7 mm for a signature


@pytest.mark.parametrize(
    "name",
    [
        *("\"'&", "😀 🃏", "مرحبا שלום"),
        *map(rarely, ("<script>x</script>", "日本語", "a\u0301" * 20)),
    ],
)
def test_any_name_gives_a_pdf(name: str) -> None:
    sides = {side: {"name": name, "players": [name, name]} for side in "AB"}

    assert pdf_of(EVENING[:1], sides=sides, event=name).startswith(b"%PDF-")


# --- what it may read ---


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://127.0.0.1:8000/",
        "https://example.org/x.css",
        "data:text/css,",
        "https://sheet.invalid/static/../instance/secret_key",
        "https://sheet.invalid/static/css/print.css?x",
        "https://sheet.invalid/static/fonts/README.md",
    ],
)
def test_the_fetcher_refuses_what_is_not_the_sheets_own(url: str) -> None:
    with pytest.raises(PermissionError):
        pdf.read_static(url)
    _, fetcher = pdf.load_engine()
    with pytest.raises(PermissionError):
        fetcher(url)


def test_the_fetcher_serves_style_and_fonts() -> None:
    assert pdf.read_static(STYLESHEET_URL)[1] == "text/css"
    font = STYLESHEET_URL.replace("css/print.css", "fonts/NotoSans-Regular.ttf")
    assert pdf.read_static(font)[1] == "font/ttf"


def test_nothing_on_disk_reaches_a_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def read(url: str) -> tuple[bytes, str]:
        asked.append(url)
        raise PermissionError(url)

    monkeypatch.setattr(pdf, "read_static", read)
    render_pdf('<img src="file:///etc/hostname"><object data="file:///etc/passwd"></object>')

    assert asked == ["file:///etc/hostname", "file:///etc/passwd"]


# --- where something is missing ---


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pdf.load_engine.cache_clear()
    needed = {"libnosuch": ("libnosuch.so.0", "libnosuch.dylib", "libnosuch0")}
    monkeypatch.setattr(pdf, "_NEEDED", {**pdf._NEEDED, **needed})

    assert pdf_ready() == (False, "libnosuch0")
    with pytest.raises(PdfUnavailable) as refused:
        render_pdf("<p>x</p>")
    assert (refused.value.reason, refused.value.detail) == ("missing", "libnosuch0")


def test_without_the_subsetter_it_works_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        pdf, "_HALVES_THE_TIME", ("libnosuch.so.0", "libnosuch.dylib", "libnosuch0")
    )

    assert pdf_ready() == (True, "libnosuch0")


def test_a_match_of_a_thousand_hands_is_not_printed() -> None:
    with pytest.raises(PdfUnavailable) as refused:
        pdf.refuse_long(match([{"passed_out": True}] * 1000))
    assert refused.value.reason == "long"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "sheet.pdf"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(write_match(match(EVENING))), encoding="utf-8")
    return file


@pytest.fixture
def no_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_export, "render_pdf", lambda html: b"%PDF-" + html.encode())


def test_a_good_file_is_printed(good: Path, out: Path) -> None:
    assert print_match_file(good, out, "en") == []
    (page,) = pdf_pages(out.read_bytes())
    assert "2194 ✓" in page


@pytest.mark.usefixtures("no_pdf")
def test_in_the_language_asked_for(good: Path, out: Path) -> None:
    assert print_match_file(good, out, "el") == []
    assert '<html lang="el">' in out.read_text()


@pytest.mark.usefixtures("no_pdf")
def test_every_problem_is_told_with_its_row(tmp_path: Path, out: Path) -> None:
    bad = write_match(match(EVENING[:2]))
    bad["hands"] += [hand("A", 70, "hearts", 97), hand("B", 90, "hearts", 1)]
    bad["first_dealer"] = "C1"
    (tmp_path / "bad.json").write_text(json.dumps(bad))

    problems = print_match_file(tmp_path / "bad.json", out, "en")

    assert len(problems) == 3
    assert problems[1].startswith("Row 3: ")
    assert problems[2].startswith("Row 4: ")
    assert not out.exists()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b'{"bid": 90, "bid": 100}', ": bid stands there twice: which of the two is meant"),
        (b"\xff\xfe", "is not JSON"),
        (b'{"format": NaN}', "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b" " * (LARGEST_FILE + 1), "is too large"),
    ],
)
def test_unreadable_file_is_reported_by_name(
    tmp_path: Path, out: Path, content: bytes, told: str
) -> None:
    (tmp_path / "x.json").write_bytes(content)

    (problem,) = print_match_file(tmp_path / "x.json", out, "en")

    assert told in problem
    assert "x.json" in problem


@pytest.mark.parametrize("content", ["[]", "1", "null", "{}"])
def test_json_that_is_no_match(tmp_path: Path, out: Path, content: str) -> None:
    (tmp_path / "x.json").write_text(content)

    assert print_match_file(tmp_path / "x.json", out, "en")


@pytest.mark.usefixtures("no_pdf")
def test_a_byte_order_mark_is_no_problem(good: Path, out: Path) -> None:
    good.write_bytes(b"\xef\xbb\xbf" + good.read_bytes())

    assert print_match_file(good, out, "en") == []


def test_a_file_that_is_not_there(tmp_path: Path, out: Path) -> None:
    (problem,) = print_match_file(tmp_path / "none.json", out, "en")

    assert problem == f"There is no file {tmp_path / 'none.json'}."


def test_a_folder_is_not_read(tmp_path: Path, out: Path) -> None:
    (problem,) = print_match_file(tmp_path, out, "en")

    assert problem == f"{tmp_path} cannot be read."


@pytest.mark.usefixtures("no_pdf")
def test_a_place_that_cannot_be_written(good: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "sheet.pdf"

    assert print_match_file(good, nowhere, "en") == [f"{nowhere} cannot be written."]


def test_command_names_a_missing_library(
    good: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_html: str) -> bytes:
        raise PdfUnavailable("missing", "libpango-1.0-0")

    monkeypatch.setattr(import_export, "render_pdf", refuse)

    assert print_match_file(good, out, "en") == [
        "PDFs cannot be made here: libpango-1.0-0 is missing."
    ]
