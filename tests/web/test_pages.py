"""Every page of a match in every state, in both languages: it renders, and holds together.

Templates are strict: a name that is missing is an error. So is a tag that is closed by another.
"""

from collections import Counter

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.parameters import rarely
from tests.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT

DECLARED = {
    **MADE,
    "doubled": 2,
    "pilotta": "B",
    "declarations": {"A": ["run3:A", "four:A"], "B": ["run4:10:t"]},
}
STATES = {
    "no hand": ([], {}, None),
    "an open contract": ([MADE], {}, lambda t: t.do("contract", contract=OPEN)),
    "running": ([MADE, FAILED, KAPO, PASSED_OUT, DECLARED], {}, None),
    "won": ([SWEPT, SWEPT, SWEPT], {}, None),
    "claimed": ([MADE], {"claim": True}, lambda t: t.do("claimed", side="B", points=7)),
    "stopped": ([MADE], {}, lambda t: t.do("stopped")),
    "hands after the end": ([SWEPT, MADE, SWEPT, FAILED], {}, lambda t: t.correct(2, SWEPT)),
    "undone": ([MADE, FAILED], {}, lambda t: t.correct(1, KAPO).undo()),
    "house rules": ([MADE], {"stake": False, "six_six": "ask", "both_over": "bidder"}, None),
    **{f"by {preset}": ([MADE, PASSED_OUT], {"rules": preset}, None) for preset in PRESETS},
}


OFTEN = {"by cafe", "by cardrules", "by simple"}
"""The templates are the same for every preset; tests/demo/test_matches.py opens them by all."""
SELDOM = {name for name in STATES if name.startswith("by ")} - OFTEN
ALIKE = {"no hand", "stopped", "undone", "hands after the end"}
"""They lead to nothing that another state does not lead to."""


def states(seldom):
    """Every state as a parameter, and those that only the long runs try."""
    return [
        rarely(state, id=name) if name in seldom else pytest.param(state, id=name)
        for name, state in STATES.items()
    ]


@pytest.fixture(params=states(SELDOM))
def kept(request, keep):
    hands, rules, then = request.param
    return keep(*hands, then=then, **rules)


def paths_of(scorer):
    """Every page of the match, and of the site around it."""
    yield from ("/", "/matches/new", "/matches/rules?preset=palaristi", "/nowhere")
    yield from (scorer.url, f"{scorer.url}hand", f"{scorer.url}claim", f"{scorer.url}sheet")
    for hand_id in scorer.hands():
        for page in ("", "/correct", "/void"):
            yield f"{scorer.url}hands/{hand_id}{page}"


def check(page, language):
    """Assert the properties of every page."""
    root = page.find("html")
    assert root.get("lang") == language
    ids = Counter(one.get("id") for one in root.iter() if one.get("id"))
    assert [one for one, times in ids.items() if times > 1] == []
    for one in root.iter():
        if one.get("data-outbox") is not None:
            continue  # a script fetches what it opens
        for attribute in ("aria-describedby", "aria-labelledby", "popovertarget", "form"):
            assert one.get(attribute) is None or ids[one.get(attribute)], (one.tag, one.attrib)
    assert len(root.findall(".//h1")) == 1
    assert root.findtext(".//title").strip()
    assert "None" not in page.words(), "nothing empty is shown as a word"
    assert "{{" not in page.html


@pytest.mark.slow
@pytest.mark.parametrize("language", ["el", "en"])
def test_it_renders_whole_for_its_scorer(kept, language):
    kept.headers["Accept-Language"] = language
    for path in paths_of(kept):
        page = kept.get(path, follow=True)
        assert page.status == (404 if path == "/nowhere" else 200), path
        check(page, language)


@pytest.mark.parametrize("language", ["el", "en"])
def test_it_renders_whole_for_a_reader(kept, stranger, language):
    stranger.headers["Accept-Language"] = language
    for path in (kept.url, f"{kept.url}sheet", *(f"{kept.url}hands/{one}" for one in kept.hands())):
        page = stranger.get(path)
        assert page.status == 200
        check(page, language)


@pytest.mark.slow
@pytest.mark.parametrize("kept", states(SELDOM | ALIKE), indirect=True)
def test_every_link_leads_somewhere(kept):
    pages = list(paths_of(kept))
    links = {link: path for path in pages for link in kept.get(path, follow=True).links()}
    for link, path in links.items():
        if not link.endswith(".pdf") and ".pdf?" not in link:
            assert kept.get(link, follow=True).status == 200, (path, link)


def test_every_file_of_a_page_is_there(keep):
    scorer = keep(MADE)
    page = scorer.entry()
    named = [one.get("src") or one.get("href") for one in page.root.iter() if one.tag in _FILES]
    files = [file for file in named if file]
    assert len(files) >= 6
    for file in files:
        assert scorer.get_file(file) == 200, file


_FILES = ("script", "link")
