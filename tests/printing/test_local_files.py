"""A match file printed, or every problem of it in words."""

import json
from pathlib import Path

import pytest

from scorekeeper.cli import import_export
from scorekeeper.cli.import_export import print_match_file
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.rules.match_file import LARGEST_FILE, write_match
from tests.printing.evening import EVENING, hand, match
from tests.printing.paper import pdf_pages


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


def test_a_missing_library_is_named(good: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_html: str) -> bytes:
        raise PdfUnavailable("missing", "libpango-1.0-0")

    monkeypatch.setattr(import_export, "render_pdf", refuse)

    assert print_match_file(good, out, "en") == [
        "PDFs cannot be made here: libpango-1.0-0 is missing."
    ]
