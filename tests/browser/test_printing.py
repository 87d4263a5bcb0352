"""Asking for a PDF while the printing process still starts: a page waits for it, and fetches it."""

import pytest
from playwright.sync_api import expect

from tests.support.server import Server

PATIENCE_MS = 60_000
"""A process of low priority starts when the machine has time for it."""
HELD = """
import os, sys, time
if "scorekeeper.printing.process" in sys.orig_argv:
    while os.path.exists({file!r}):
        time.sleep(0.05)
"""
"""Python reads it at each start: printing starts once the file is gone."""


@pytest.fixture
def held(tmp_path, monkeypatch):
    """The file that holds up the printing process."""
    file = tmp_path / "held"
    file.touch()
    (tmp_path / "sitecustomize.py").write_text(HELD.format(file=str(file)), encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return file


@pytest.fixture
def slow_server(tmp_path, held):
    server = Server(tmp_path / "instance").start()
    yield server
    held.unlink(missing_ok=True)
    server.stop()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_page_waits_and_fetches_the_pdf_by_itself(open_phone, slow_server, held, scripts):
    phone = open_phone("el", at=slow_server, java_script_enabled=scripts)
    page = phone.page
    phone.start_match()
    page.goto(f"{phone.match_url}sheet.pdf")
    expect(page.get_by_role("heading", level=2)).to_have_text("Το PDF ετοιμάζεται")
    expect(page.get_by_role("status").filter(has_text="πρώτα ξεκινά")).to_be_visible()
    steps = page.evaluate("history.length") if scripts else 0
    with page.expect_download(timeout=PATIENCE_MS) as fetched:
        held.unlink()
    assert fetched.value.path().read_bytes().startswith(b"%PDF-")
    ready = page.get_by_role("heading", level=2)
    expect(ready).to_have_text("Το PDF είναι έτοιμο", timeout=PATIENCE_MS)
    with page.expect_download(timeout=PATIENCE_MS) as again:
        page.get_by_role("link", name="Αποθήκευση του PDF").tap()
    assert again.value.suggested_filename.endswith(".pdf")
    if scripts:
        assert page.evaluate("history.length") == steps, "no step back leads into the wait"
