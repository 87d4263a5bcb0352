"""On the home screen: the manifest, the icons, the worker and what it keeps, the help."""

import io
import json
import re

import pytest
from PIL import Image

from scorekeeper.rules.presets import PRESETS
from scorekeeper.web import static_files
from scorekeeper.web.settle.topics import TOPICS
from scorekeeper.web.site.shell import PAPER, SHELL_PAGES
from tests.support.phone import Phone
from tests.support.processes import PROJECT


def manifest(phone):
    return json.loads(phone.get("/manifest.webmanifest").html)


def shell(phone):
    """Return the list of files that the worker keeps."""
    first, _script = phone.get("/worker.js").html.split("\n", 1)
    return json.loads(re.fullmatch(r"self\.SHELL = (.*);", first)[1])


def picture_at(app, path):
    with app.test_client().get(path) as answer:
        return Image.open(io.BytesIO(answer.data))


def files_of(page):
    """The static files that a page needs to be seen and used."""
    links = [link for link in page.root.iter("link") if link.get("rel") != "apple-touch-icon"]
    named = [link.get("href") for link in links] + [
        one.get("src") for one in page.root.iter("script")
    ]
    return {name for name in named if name and name.startswith("/static/")}


@pytest.mark.parametrize(("language", "name"), [("el", "Τεφτέρι"), ("en", "Tefteri")])
def test_the_manifest_has_what_a_home_screen_asks_for(app, language, name):
    told = manifest(Phone(app, language))
    assert (told["name"], told["short_name"], told["lang"]) == (name, name, language)
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert told["theme_color"] == told["background_color"] == PAPER
    kinds = {(icon["purpose"], icon["sizes"]) for icon in told["icons"]}
    assert kinds == {(p, s) for p in ("any", "maskable") for s in ("192x192", "512x512")}


def test_the_manifest_is_of_its_own_type(phone):
    assert phone.get("/manifest.webmanifest").headers["Content-Type"] == "application/manifest+json"


def test_every_icon_is_as_large_as_it_says(app, phone):
    icons = {icon["src"]: icon["sizes"] for icon in manifest(phone)["icons"]}
    touch = phone.get("/").find(".//link[@rel='apple-touch-icon']").get("href")
    for path, size in {**icons, touch: "180x180"}.items():
        picture = picture_at(app, path)
        assert (picture.format, "{}x{}".format(*picture.size)) == ("PNG", size), path


def test_a_phone_may_cut_any_shape_out_of_a_maskable_icon(app, phone):
    """Nothing of it is clear, and outside of the middle circle is only its ground."""
    for icon in manifest(phone)["icons"]:
        if icon["purpose"] != "maskable":
            continue
        picture = picture_at(app, icon["src"]).convert("RGBA")
        middle = (picture.width - 1) / 2
        outside = {
            picture.getpixel((x, y))
            for x in range(picture.width)
            for y in range(picture.height)
            if (x - middle) ** 2 + (y - middle) ** 2 > (0.4 * picture.width) ** 2
        }
        assert len(outside) == 1
        assert outside.pop()[3] == 255


@pytest.mark.parametrize(("theme", "papers"), [("", 2), ("light", 1), ("dark", 1)])
def test_the_phones_own_bars_have_the_colour_of_the_paper(phone, theme, papers):
    phone.client.set_cookie("theme", theme)
    metas = phone.get("/").findall(".//meta[@name='theme-color']")
    assert len(metas) == papers
    tokens = (PROJECT / "static" / "css" / "tokens.css").read_text()
    [(light, dark)] = re.findall(r"--paper: var\(--light, (#\w+)\) var\(--dark, (#\w+)\);", tokens)
    wanted = {"": [light, dark], "light": [light], "dark": [dark]}[theme]
    assert [meta.get("content") for meta in metas] == wanted
    assert light == PAPER


def test_the_worker_is_asked_for_anew_each_time(phone):
    worker = phone.get("/worker.js")
    assert worker.headers["Cache-Control"] == "no-cache"
    assert worker.headers["Content-Type"].startswith("text/javascript")


@pytest.mark.slow
def test_the_worker_keeps_every_page_of_the_shell_and_every_file_of_them(phone, keep):
    told = shell(phone)
    presets = {f"/rules/{preset}" for preset in PRESETS}
    assert len(told["pages"]) == len(SHELL_PAGES) + len(TOPICS) + len(presets)
    assert {told["offline"], "/rules", *presets} <= set(told["pages"])
    scorer = keep()
    for path in (*told["pages"], scorer.url, f"{scorer.url}hand"):
        page = scorer.get(path, follow=True)
        assert page.status == 200
        assert len(files_of(page)) >= 3
        assert files_of(page) <= set(told["files"]), path
    for path in told["files"]:
        assert phone.get_file(path) == 200


def test_worker_needs_what_a_scorers_pages_have_and_little_else(phone):
    told = shell(phone)
    needed = set(told["needed"])
    assert needed <= {*told["files"], *told["pages"]}
    for path in ("/", "/matches/new", "/offline", "/shell"):
        assert path in needed
        drawings = {one for one in files_of(phone.get(path)) if one.endswith((".svg", ".png"))}
        assert files_of(phone.get(path)) - drawings <= needed, path
    names = {re.sub(r"-[\w-]{8}(?=\.js)", "", path.split("/")[-1]) for path in needed}
    assert {"rest.js", "offline_start.js", "outbox_list.js"} <= names
    assert not {"link.js", "grid.js", "watch.js", "clubs.css"} & names


def test_every_module_finds_its_neighbours_among_the_kept_files(phone):
    kept = {path.split("/", 3)[3] for path in shell(phone)["files"] if path.endswith(".js")}
    imported = set()
    for name in kept:
        folder = (PROJECT / "static" / name).parent
        for path in re.findall(
            r'(?:from|import) ?\(?"(\.[^"]+)"', (PROJECT / "static" / name).read_text()
        ):
            imported.add((folder / path).resolve().relative_to(PROJECT / "static").as_posix())
    assert len(imported) > 10
    assert imported <= kept


@pytest.mark.parametrize(
    ("path", "stands_in"),
    [
        ("/", "/"),
        ("/matches/new", "/matches/new"),
        ("/matches/", "/matches/new"),
        ("/settle", "/settle"),
        ("/settle/why", "/settle/why"),
        ("/settle/nothing", None),
        ("/rules/cafe", None),
        ("/m/x/", None),
    ],
)
def test_a_page_of_the_shell_stands_in_for_its_own_paths_alone(phone, path, stands_in):
    found = [page for pattern, page in shell(phone)["standIns"] if re.search(pattern, path)]
    assert found[:1] == ([stands_in] if stands_in else [])


@pytest.mark.slow
def test_another_file_makes_another_worker(make_app, tmp_path):
    app = make_app()
    before = app.extensions["files_version"]
    worker = Phone(app).get("/worker.js").html
    assert Phone(make_app()).get("/worker.js").html == worker, "the same files, the same worker"
    app.static_folder = str(tmp_path)
    (tmp_path / "one.css").write_text("a {}")
    static_files.init_app(app)
    assert app.extensions["files_version"] != before


def test_other_views_make_another_version(app, monkeypatch):
    """Or a newer worker would put them among what the older one keeps."""
    before = shell(Phone(app))
    newer = "/views/{1}/{0}.html?v=newer".format
    monkeypatch.setattr("scorekeeper.web.site.shell.views_url", newer)
    assert shell(Phone(app))["version"] != before["version"]


def test_a_file_is_kept_for_good_in_its_own_version_alone(phone):
    [style] = [path for path in shell(phone)["files"] if path.endswith("all.css")]
    assert "immutable" in phone.get(style).headers["Cache-Control"]
    old = re.sub(r"/-\w+/", "/-0123456789/", style)
    answer = phone.get(old)
    assert answer.status == 200, "a page that was open before an upgrade finds its files"
    assert "immutable" not in answer.headers["Cache-Control"]


def test_the_help_is_linked_from_the_first_page_and_from_the_offline_page(phone):
    assert "/help/offline" in phone.get("/").links()
    assert "/help/offline" in phone.get("/offline").links()


@pytest.mark.parametrize(
    ("host", "line"),
    [
        ("localhost", "secure"),
        ("[::1]:8000", "secure"),
        ("192.168.1.7", "plain"),
    ],
)
def test_the_help_comes_with_the_line_of_its_connection(app, host, line):
    page = Phone(app, origin=f"http://{host}").get("/help/offline")
    shown = [
        one.get("data-when")
        for one in page.root.iterfind(".//*[@data-when]")
        if "hidden" not in one.attrib and "later" not in one.get("class", "")
    ]
    assert shown == [line, "browser"]


def test_the_help_says_it_where_there_is_no_javascript(phone):
    assert "JavaScript is off" in phone.get("/help/offline").words(".//noscript")


def test_the_first_page_offers_nothing_by_itself(phone):
    for name in ("install", "update"):
        assert "hidden" in phone.get("/").find(f".//*[@id='{name}']").attrib


# --- with its own CA, as `serve-https` has ---


@pytest.fixture
def with_ca(make_app):
    return Phone(make_app(CA_PORT=8444), origin="https://192.168.1.7:8443")


def test_a_ca_of_its_own_is_explained(with_ca):
    assert "http://192.168.1.7:8444/" in with_ca.get("/help/offline").links()
    page = with_ca.get("/help/certificate")
    assert {"/ca.crt", "https://192.168.1.7:8443/"} <= set(page.links())


def test_without_one_there_is_nothing_to_trust(phone):
    assert phone.get("/help/certificate").status == 404
    assert "certificate" not in phone.get("/help/offline").words()


def test_with_one_no_phone_is_told_to_insist_on_https(with_ca):
    headers = with_ca.get("/settings").headers
    assert "Strict-Transport-Security" not in headers
    assert headers["Set-Cookie"].startswith("__Host-tefteri_session=")
    assert "; Secure" in headers["Set-Cookie"]
