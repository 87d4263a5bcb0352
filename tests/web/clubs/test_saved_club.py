"""A club is saved as one file, and goes on from it."""

import json
from io import BytesIO

import pytest

from scorekeeper.club import club_file
from scorekeeper.journal.clock import now
from scorekeeper.store.roles import TOURNAMENT_ROLES, TournamentRoleRow
from scorekeeper.tournament.service import find_tournament
from tests.phone import Phone


def opened(phone, content, form=None):
    form = form or phone.get("/clubs/saved").form_of("Open it")
    told = {**dict(form.filled), "file": (BytesIO(content), "saved.json")}
    headers = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
    return phone.client.post(form.action, data=told, headers=headers)


def test_phone_that_opens_the_file_organises_the_same_club_anew(app, keeper):
    assert "Save the club as one file" in keeper.page("names").html
    saved = keeper.client.get(f"{keeper.url}saved.json")
    assert "attachment" in saved.headers["Content-Disposition"]
    phone = Phone(app)
    assert "Open a saved club" in phone.get("/clubs/").html
    answer = opened(phone, saved.data)
    assert answer.status_code == 303
    page = phone.get(answer.headers["Location"])
    assert answer.headers["Location"] != keeper.url
    assert keeper.club().name in page.html
    assert phone.get(f"{answer.headers['Location']}names").form_of("Erase all names of the club")


def test_file_that_is_no_club_is_refused_with_the_reason(app):
    phone = Phone(app)
    for content, why in ((b"", "Choose the file of a club."), (b"{}", "no file of a club")):
        answer = opened(phone, content)
        assert answer.status_code == 422
        assert why in answer.text


@pytest.mark.parametrize("most", ["MOST_FILED_ACTS", "MOST_FILED_MATCHES"])
def test_club_with_more_than_one_file_may_have_says_so(app, keeper, monkeypatch, most):
    with app.app_context():
        evening = find_tournament(keeper.tournament)
        role = TournamentRoleRow("organiser")
        TOURNAMENT_ROLES.set_role(evening.id, keeper.club().acts[0].phone, role, now())
    content = json.loads(keeper.client.get(f"{keeper.url}saved.json").data)
    [evening] = content["tournaments"].values()
    drawn = [act for act in evening["tournament"] if act["kind"] == "round_drawn"]
    tables = [one for act in drawn for one in act["data"]["tables"]]
    count = {
        "MOST_FILED_ACTS": len(content["club"]) + len(evening["tournament"]),
        "MOST_FILED_MATCHES": len(content["matches"]) + len(tables),
    }[most]
    for allowed, status in ((count, 303), (count - 1, 422)):
        monkeypatch.setattr(club_file, most, allowed)
        answer = opened(Phone(app), json.dumps(content).encode())
        assert answer.status_code == status
    assert "too large to be opened from one file" in answer.text


def test_stranger_cannot_save_the_club_as_a_file(app, keeper):
    assert Phone(app).get(f"{keeper.url}saved.json").status == 403


def test_one_form_with_another_file_opens_another_club(app, keeper):
    saved = keeper.client.get(f"{keeper.url}saved.json").data
    phone = Phone(app)
    form = phone.get("/clubs/saved").form_of("Open it")
    files = [saved, saved.replace(keeper.club().name.encode(), b"Otherwise"), saved]
    one, other, again = (opened(phone, file, form).headers["Location"] for file in files)
    assert one == again != other
    assert "Otherwise" in phone.get(other).html
