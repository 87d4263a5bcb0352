"""The match page is made once for each state of the match, and is never another's or an old one."""

import re

from scorekeeper.match.erasure import erase_match
from scorekeeper.web import page_memory
from tests.table import FAILED, MADE

OPERATION = re.compile(r'(?:name="op_id" value="|op=)([0-9a-f]{32})')
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


def text(phone, url):
    return phone.client.get(url, headers=phone.headers).text


def test_it_is_made_once_and_has_new_operations_each_time(keep, monkeypatch):
    scorer = keep(MADE)
    first = text(scorer, scorer.url)
    monkeypatch.setattr(page_memory, "_Page", lambda *_: 1 / 0)
    second = text(scorer, scorer.url)
    assert OPERATION.findall(first)
    assert not {*OPERATION.findall(first)} & {*OPERATION.findall(second)}
    assert OPERATION.sub("", TOKEN.sub("", first)) == OPERATION.sub("", TOKEN.sub("", second))


def test_no_page_with_the_names_is_kept_once_they_are_erased(app, keep, stranger):
    scorer = keep(MADE)
    text(stranger, scorer.url)
    assert "Theirs" in kept()
    with app.app_context():
        erase_match(scorer.public_id, None, "operator")
    assert "Theirs" not in kept()
    text(stranger, scorer.url)
    assert "Theirs" not in kept()


def kept():
    """All that is kept in memory of pages."""
    return b"".join(part for page in page_memory._pages.values() for part in page.texts).decode()


def test_its_forms_work_for_whoever_opens_it(keep):
    """The token in it is the reader's own, not that of the phone for which it was made."""
    scorer = keep(MADE, FAILED)
    text(scorer, scorer.url)
    scorer.do("Undo")
    assert scorer.totals() == (19, 6)
    scorer.do("Bring back")
    assert scorer.totals() == (45, 6)


def test_a_watcher_and_a_scorer_never_see_each_others_page(keep, stranger):
    scorer = keep(MADE)
    assert 'name="revision"' in text(scorer, scorer.url)
    assert 'name="revision"' not in text(stranger, scorer.url)
    tokens = {*TOKEN.findall(text(scorer, scorer.url)), *TOKEN.findall(text(stranger, scorer.url))}
    assert len(tokens) == 2


def test_it_is_another_in_another_language_or_look(keep):
    scorer = keep(MADE)
    pages = {text(scorer, scorer.url)}
    for name, value in (("lang", "el"), ("theme", "dark"), ("theme", "light"), ("letters", "big")):
        scorer.client.set_cookie(name, value)
        pages.add(re.sub(OPERATION, "", re.sub(TOKEN, "", text(scorer, scorer.url))))
    assert len(pages) == 5


def test_it_changes_with_every_act(keep):
    scorer = keep(MADE)
    seen = [text(scorer, scorer.url)]
    for press in ("Undo", "Bring back"):
        scorer.do(press)
        seen.append(text(scorer, scorer.url))
    assert "+19" in seen[0]
    assert "+19" not in seen[1]
    assert "+19" in seen[2]
