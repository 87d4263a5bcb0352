"""A roster of two thousand, joined in chains, is looked through once."""

from scorekeeper.club.club_service import offered_persons
from scorekeeper.club.club_state import Club, ClubPerson

COUNT = 2000


class CountedReads(dict):
    """A roster that counts how often an entry of it is looked at."""

    reads = 0

    def __getitem__(self, key):
        self.reads += 1
        return super().__getitem__(key)

    def values(self):
        for one in super().values():
            self.reads += 1
            yield one


def chained():
    """Every fifth entry is a person: the four before it were joined to it, one to the next."""
    persons = CountedReads()
    for number in range(1, COUNT + 1):
        same_as = str(number + 1) if number % 5 else ""
        person = ClubPerson(number=number, name=f"Player {number}", note="n", same_as=same_as)
        persons[person.key] = person
    return Club(name="Club", place="", acts=(), persons=persons)


def test_joined_entries_are_found_with_few_reads():
    club = chained()
    for key in club.persons:
        there = [one.key for one in club.entries_of(club.who_is(key))]
        assert key in there
        assert len(there) == 5
    assert club.entries_of("1") == (), "joined to another"
    assert club.persons.reads < 20 * COUNT


def test_a_search_goes_through_them_once():
    club = chained()
    found = offered_persons(club, "player 77", is_inside=False)
    assert [one.key for one in found] == ["80", "770", "775", "780"]
    assert club.persons.reads < 20 * COUNT


def test_one_long_chain_is_one_person():
    club = Club(
        name="Club",
        place="",
        acts=(),
        persons={
            str(number): ClubPerson(number=number, name="", same_as=str(number % COUNT + 1))
            if number < COUNT
            else ClubPerson(number=number, name="")
            for number in range(1, COUNT + 1)
        },
    )
    assert {club.who_is(key) for key in club.persons} == {str(COUNT)}
    assert len(club.entries_of(str(COUNT))) == COUNT
