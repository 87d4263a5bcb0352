"""The names of a tournament are read once for each of its states, for all searches."""

import pytest

from scorekeeper.club.erased_names import does_tournament_tell, is_hidden
from scorekeeper.tournament import pair_names
from tests.club_desk import ClubDesk
from tests.desk import Desk


def test_a_tournament_that_stays_as_it_is_is_not_read_again(monkeypatch):
    club, evening = ClubDesk("Maria"), Desk()
    club.add("Ανδρέας Λοΐζου", by_number=True)
    evening.add(("Maria", "Giorgos"), ("Eleni", "Loizou Andreas, Pafos"))
    club.belong(evening)
    address, tournament = evening.public_id, evening.tournament
    assert does_tournament_tell(club.club, address, tournament)
    assert club.club.hidden_names
    monkeypatch.setattr(pair_names, "romanized", lambda _: 1 / 0)
    assert does_tournament_tell(club.club, address, tournament)


@pytest.mark.parametrize("unseen", ["\u200d", "\u200c", "\U000e0041", "\ufe0f"])
def test_a_name_with_a_letter_that_nobody_sees_is_the_same(unseen):
    club = ClubDesk("Maria")
    club.add("Ανδρέας Λοΐζου", by_number=True)
    assert is_hidden(club.club, f"Loi{unseen}zou Andreas{unseen}")
