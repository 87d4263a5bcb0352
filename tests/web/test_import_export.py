"""Sharing a match, and taking one in."""

import csv
import json
from io import BytesIO, StringIO

import pytest

from scorekeeper.match.matches import find_match
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.rules.match_file import LARGEST_FILE
from scorekeeper.web.match import import_export, sheets
from tests.rules.table import MADE, match_file
from tests.support.table import FAILED, OPEN, PASSED_OUT

LATE = {"adjust": {"A": -12, "B": 5}, "reason": "late"}
GUEST = {"players": {"A1": "Sotiris"}, "from_now": True}
TAKE = "/matches/import"


def download(phone, path):
    """The answer as the browser saves it."""
    return phone.client.get(path, base_url=phone.origin, headers=phone.headers)


def upload(phone, content, **fields):
    """Send the form with a chosen file, as a browser does."""
    form = phone.get(TAKE).form(TAKE)
    data = {**dict(form.filled), **fields, "file": (BytesIO(content), "match.json")}
    answer = phone.client.post(
        TAKE,
        base_url=phone.origin,
        data=data,
        headers={**phone.headers, "Origin": phone.origin, "Sec-Fetch-Site": "same-origin"},
        content_type="multipart/form-data",
    )
    return phone._read(answer)


def paste(phone, file, page=None):
    text = file if isinstance(file, str) else json.dumps(file)
    return phone.press(page or phone.get(TAKE), "Take it in", text=text)


def ledger_at(app, path):
    with app.app_context():
        return find_match(path.split("/")[2]).ledger


def test_hand_whose_pilotta_cannot_be_is_shown_with_a_question(app, stranger):
    hand = {**MADE, "pilotta": "A", "declarations": {"B": ["four:K"]}}
    url = paste(stranger, match_file(hands=[MADE, hand])).headers["Location"]
    page = stranger.get(url)
    assert page.words(".//table[@id='ledger']").count("whose pilotta?") == 1
    (second,) = [link for link in page.links() if link.endswith("hands/3")]
    notice = stranger.get(second).words(".//p[@class='notice bad']")
    assert notice.startswith("This pilotta cannot be")
    assert "Whose was the pilotta? It keeps its score" in notice
    told = stranger.client.get(f"/api/v1{url.replace('/m/', '/matches/')[:-1]}").json
    assert told["rows"][1]["problems"] == [{"code": "pilotta_impossible", "field": "pilotta"}]


# --- sharing ---


def test_it_offers_everything_that_can_be_taken_along(keep, stranger):
    scorer = keep(MADE)
    page = stranger.get(f"{scorer.url}share")
    links = page.links()
    for name in ("sheet.pdf", "ledger.csv", "match.json"):
        assert f"{scorer.url}{name}" in links
    picture = page.find(".//img[@class='picture']")
    assert picture.get("src").startswith(f"{scorer.url}ledger.png?v=")
    assert picture.get("alt") == "The ledger as a picture: Ours 18, Theirs 6"
    assert f"{picture.get('src')}&save=1" in links, "the picture can be saved too"


def test_sharing_is_for_where_it_works(keep):
    scorer = keep(MADE)
    page = scorer.get(f"{scorer.url}share")
    assert "hidden" in page.find(".//button[@data-share]").attrib


def test_the_match_file_is_what_import_takes(app, keep, stranger):
    scorer = keep(
        MADE, PASSED_OUT, then=lambda t: t.do("adjusted", **LATE).do("contract", contract=OPEN)
    )
    answer = download(stranger, f"{scorer.url}match.json")
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="tefteri-')
    answer.headers["Content-Disposition"].encode("ascii")
    taken = upload(stranger, answer.data)
    assert taken.status == 303
    ledger = ledger_at(app, taken.goes_to)
    assert ledger.match == scorer.match()
    assert ledger.standing == scorer.ledger().standing


def test_the_address_to_share_breaks_behind_a_slash(keep):
    scorer = keep(MADE)
    page = scorer.get(f"{scorer.url}share")
    address = f"http://localhost{scorer.url}"
    assert page.words(".//p[@id='address']") == address
    assert address.replace("/", "/<wbr>") in page.html


def test_the_spreadsheet_is_in_the_readers_language(keep):
    scorer = keep(MADE, FAILED)
    answer = download(scorer, f"{scorer.url}ledger.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(StringIO(answer.data.decode("utf-8-sig"), newline="")))
    assert [row["Ours: total"] for row in rows] == ["18", "44"]
    scorer.headers["Accept-Language"] = "el"
    assert "Χέρι;Μοίρασε" in download(scorer, f"{scorer.url}ledger.csv").data.decode()


def test_exports_name_the_players_who_sat_there_at_that_hand(keep, monkeypatch):
    scorer = keep(MADE, FAILED, then=lambda table: table.do("changed", **GUEST).play(FAILED))
    text = download(scorer, f"{scorer.url}ledger.csv").data.decode("utf-8-sig")
    assert [row["Dealer"] for row in csv.DictReader(StringIO(text, newline=""))] == [
        "Maria",
        "Eleni",
        "Giorgos",
    ]
    sheet = scorer.get(f"{scorer.url}sheet").words()
    assert "first dealer: Maria" in sheet
    assert "From hand 3: Sotiris in Maria's chair." in sheet
    asked = []
    monkeypatch.setattr(sheets, "sheet_pdf", lambda *_, **told: asked.append(told) or b"%PDF-")
    monkeypatch.setattr(
        import_export, "ledger_png", lambda *_, **told: asked.append(told) or b"PNG"
    )
    for path in ("sheet.pdf", "ledger.png"):
        download(scorer, scorer.url + path)
    assert [told["seated"] for told in asked] == [scorer.ledger().players] * 2


def test_the_match_file_is_said_to_name_todays_players_where_others_sat_before(keep):
    said = "Of the players it names only those who sit at the table now."
    for then, is_said in (
        (lambda table: table.do("changed", **GUEST), True),
        (lambda table: table.do("changed", **GUEST).undo(), False),
        (lambda table: table.do("changed", players=GUEST["players"]), False),
        (None, False),
    ):
        scorer = keep(MADE, then=then)
        assert (said in scorer.get(f"{scorer.url}share").words()) == is_said


def test_the_picture_is_shown_in_the_page(keep):
    answer = download(keep(MADE), keep(MADE).url + "ledger.png")
    assert answer.mimetype == "image/png"
    assert answer.headers["Content-Disposition"].startswith("inline; ")
    assert answer.data.startswith(b"\x89PNG")


def test_missing_printer_is_named_on_the_page(keep, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise PdfUnavailable("missing", "pypdfium2")

    monkeypatch.setattr(import_export, "ledger_png", refuse)
    scorer = keep(MADE)
    page = scorer.get(f"{scorer.url}ledger.png")
    assert page.status == 503
    assert "pypdfium2" in page.words()


def test_hands_to_decide_come_before_the_file(keep):
    tie = {**MADE, "points": {"A": 86}}
    scorer = keep(MADE, tie, then=lambda t: t.do("changed", rules={"six_six": "ask"}))
    for page in (scorer.get(f"{scorer.url}share"), scorer.get(f"{scorer.url}match.json")):
        assert "Correct hand 2 first" in page.words()
        assert f"{scorer.url}match.json" not in page.links()
        assert f"{scorer.url}hands/3" in page.links()
        assert "goes on from the match file" not in page.words()
    assert scorer.get(f"{scorer.url}match.json").status == 409


# --- taking in ---


def test_the_phone_that_takes_a_match_in_writes_in_it(app, new):
    taken = paste(new, match_file())
    assert taken.status == 303
    assert taken.goes_to.startswith("/m/")
    page = new.get(taken.goes_to)
    assert page.words(".//section[@id='standing']").startswith("Εμείς 18")
    new.url = taken.goes_to
    new.save("A:90", 97)
    assert new.totals() == (37, 12)
    assert taken.goes_to in new.get("/").links()


def test_the_same_form_with_another_match_is_asked_about(new):
    page = new.get(TAKE)
    first = paste(new, match_file(), page)
    other = paste(new, match_file(place="elsewhere"), page)
    assert other.status == 422
    assert "taken in with this form already" in other.words()
    assert first.goes_to in other.links()
    again = new.press(other, "Take it in", text=other.find(".//textarea").text)
    assert again.status == 303
    assert again.goes_to != first.goes_to


def test_every_problem_is_named_and_what_was_pasted_stays(app, new):
    rows = [{**MADE, "bid": 95}, {**MADE, "points": {"A": 1}}]
    file = match_file(hands=rows, started="2026-13-45", place="<b>&amp;")
    page = paste(new, file)
    assert page.status == 422
    told = [item.text for item in page.findall(".//ul[@class='problems']/li")]
    assert told[0].startswith("the start cannot be read")
    assert told[1:] == [
        "Row 1: Bids go up by 10: 95 is not one.",
        "Row 2: No cards are worth 1 point: 1–161 cannot be. Count again.",
    ]
    assert page.find(".//textarea").text.lstrip("\n") == json.dumps(file)
    assert new.get("/").links().count("/m/") == 0


def test_a_bad_file_can_be_mended_in_place(new):
    bad = json.dumps(match_file(hands=[{**MADE, "bid": 95}]))
    page = upload(new, bad.encode())
    assert page.status == 422
    text = page.find(".//textarea").text
    assert new.press(page, "Take it in", text=text.replace("95", "80")).status == 303


@pytest.mark.parametrize("text", ["", "  \n", None])
def test_nothing_is_no_match(new, text):
    page = new.press(new.get(TAKE), "Take it in", text=text)
    assert page.status == 422
    assert "Choose a match file, or paste what it holds." in page.words()


NO_MATCH_FILES = ["hello", "[1]", '{"format": NaN}', '{"name": "x"}', "%PDF-1.7\n\udcff\0" * 2]


@pytest.mark.parametrize("text", NO_MATCH_FILES)
def test_uploaded_file_of_another_kind_is_refused_and_not_shown(new, text):
    page = upload(new, text.encode("utf-8", "surrogateescape"))
    assert page.status == 422
    problems = [item.text for item in page.findall(".//ul[@class='problems']/li")]
    assert len(problems) == 1
    assert problems[0].startswith("This is no match file (its name ends in .json).")
    assert page.words(".//textarea") == ""


def test_pasted_text_that_is_no_match_file_stays_in_the_form(new):
    page = paste(new, "hello")
    assert "This is no match file" in page.words()
    assert page.words(".//textarea") == "hello"


def test_a_picture_that_is_too_large_is_not_poured_out(new):
    page = upload(new, b"\x89PNG" * (LARGEST_FILE // 4 + 4000))
    assert "A match file has at most 256 KB." in page.words()
    assert page.words(".//textarea") == ""


def test_an_empty_file_is_said_to_be_empty(new):
    page = upload(new, b"")
    assert page.status == 422
    assert "The file is empty." in page.words()


def test_a_long_match_is_taken_though_other_forms_are_short(app, new):
    rows = [{"passed_out": True}] * 480
    spread = json.dumps(match_file(hands=rows), indent=4).ljust(LARGEST_FILE - 10)
    for taken in (upload(new, spread.encode()), paste(new, spread)):
        assert taken.status == 303
        assert len(ledger_at(app, taken.goes_to).match.entries) == 480


@pytest.mark.parametrize(
    ("way", "size"),
    [
        *((upload, LARGEST_FILE + more) for more in (1, 20_000)),
        *((paste, LARGEST_FILE + more) for more in (1, 20_000, 2 * LARGEST_FILE)),
    ],
)
def test_a_file_that_is_too_large_is_refused_in_words(new, way, size):
    before = new.get("/").links()
    page = way(new, "x" * size if way is paste else b"x" * size)
    assert page.status in (413, 422)
    assert "A match file has at most 256 KB." in page.words()
    assert page.has(".//textarea")
    assert new.get("/").links() == before


def test_a_phone_is_made_known_by_a_match_alone(new):
    paste(new, "{}")
    assert not new.get("/").has(".//a[@class='match-card']")


def test_the_way_in_is_in_the_menu_of_the_first_page(new):
    assert TAKE in new.get("/").links()


def test_a_file_that_says_something_twice_is_none(new):
    """Python would take the second one, and another program the first."""
    file = json.dumps(match_file())
    twice = file.replace('"hands": ', '"hands": [], "hands": ')
    assert twice != file
    refused = upload(new, twice.encode())
    assert refused.status == 422
    assert "hands stands there twice" in refused.words()
    assert "no JSON object" not in refused.words()
