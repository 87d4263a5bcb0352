"""The race of a match is replayed hand by hand."""

from tests.phone import Phone
from tests.table import KAPO, MADE, PASSED_OUT, Table


def test_it_goes_on_hand_by_hand_in_one_frame(app):
    with app.app_context():
        table = Table().play(KAPO, PASSED_OUT, MADE)
    phone, url = Phone(app), f"/m/{table.kept.public_id}/race"
    assert url in phone.get(f"/m/{table.kept.public_id}/").links()
    page = phone.get(url)
    assert "Before the first hand" in page.words()
    lines = []
    for after in range(3):
        assert f"{url}?after={after - 1}" in page.links() or not after
        page = phone.get(next(one for one in page.links() if one == f"{url}?after={after + 1}"))
        lines.append(len(page.findall(".//polyline")[0].get("points").split()))
    assert lines == [2, 3, 4]
    assert "Hand 3" in page.words()
    assert "Ours 19" in page.words()
    assert "43 Theirs" in page.words()
    assert f"{url}?after=4" not in page.links()


def test_an_address_behind_the_end_is_the_end(app):
    with app.app_context():
        table = Table().play(MADE)
    assert "Ours 19" in Phone(app).get(f"/m/{table.kept.public_id}/race?after=99").words()
