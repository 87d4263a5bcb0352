"""A club goes on on another machine, from one file."""

import json

import pytest

from scorekeeper.club.club_file import left_out, open_club, read_club_file, write_club_file
from scorekeeper.club.club_matches import matches_at, membership_of
from scorekeeper.club.club_record import counted_matches, forget_counted, record_of
from scorekeeper.club.club_seasons import count_season
from scorekeeper.club.club_service import CLUBS
from scorekeeper.club.erased_names import erase_person
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import matches, saved_files
from scorekeeper.match.acts.meta import has_names_in_previews
from scorekeeper.match.links import choose_previews
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.phones import enrol_phone
from scorekeeper.match.saved_files import NoSavedFile
from scorekeeper.tournament.accounts import prizes_of
from scorekeeper.tournament.finals import outcome_of
from scorekeeper.tournament.service import TOURNAMENTS, find_tournament
from tests.support.desk import BY_PLACE, ClubDesk, ClubTable, Desk, set_up_final
from tests.support.table import FAILED, MADE, SWEPT


@pytest.fixture
def desk():
    """A club of six entries, two of which are one person, a season, two matches and a cup."""
    desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas", "Niki")
    desk.add("M.", note="Maria's sister?", by_number=True)
    cup = Desk(2).draw().write(1, MADE, MADE)
    other = Desk(2).draw()
    desk.belong(other).do("tournament_left", tournament=other.public_id)
    desk.belong(cup, {"1": ["1", "2"], "2": ["3", "4"]}).season(cup)
    desk.season(cup, rules={**BY_PLACE, "by": "player"}, reason="Maria asked")
    desk.do("persons_joined", person="1", other="6")
    ClubTable(desk).play(MADE, SWEPT)
    ClubTable(desk, {"A1": "5", "B1": "6"}).play(FAILED)
    desk.organiser = cup.phone
    return desk


def opened(desk, change=lambda _file: None):
    """The club of the file, as a stranger's phone opens it."""
    file = json.loads(write_club_file(desk.stored(), desk.organiser))
    change(file)
    phone, _secret = enrol_phone()
    content = json.dumps(file).encode()
    return open_club(read_club_file(content), phone, new_operation_id()), phone


def figures(loaded_club):
    forget_counted()
    return record_of(counted_matches(loaded_club))


def standings(loaded_club):
    rows = count_season(loaded_club.club, loaded_club.club.seasons[0], None).rows
    return [(row.unit, row.place, row.points) for row in rows]


def test_all_figures_are_the_same_there(desk):
    before = desk.stored()
    after, _phone = opened(desk)
    assert after.public_id != before.public_id
    assert after.club.persons == before.club.persons
    assert [one.players for one in after.club.tournaments.values()] == [
        one.players for one in before.club.tournaments.values()
    ]
    assert figures(after) == figures(before)
    assert standings(after) == standings(before)
    assert [act.kind for act in after.club.acts if act.kind == "season_set_up"] == [
        "season_set_up"
    ] * 2
    assert after.club.seasons[0].reason == "Maria asked"


def test_a_match_whose_names_a_chat_is_not_told_stays_so(desk):
    table = ClubTable(desk).play(MADE)
    choose_previews(table.kept.public_id, table.phone, new_operation_id(), names=False)
    MATCH_JOURNAL.forget_all()
    after, _phone = opened(desk)
    told = [has_names_in_previews(one.ledger) for one in matches_at(after)]
    assert told == [False, True, True]


def test_phone_that_opens_a_club_file_organises_the_club_and_its_tournaments(desk):
    after, phone = opened(desk)
    assert CLUBS.role_of(after, phone) == "organiser"
    assert not CLUBS.role_of(after, desk.phone)
    [address] = after.club.tournaments
    assert TOURNAMENTS.role_of(find_tournament(address), phone) == "organiser"


@pytest.fixture
def cup_with_final(desk):
    """A cup of the club, the final of which its last seed won, with prizes."""
    cup = Desk(4, rounds=1).do("money", prizes=[10000, 5000]).draw().play()
    main, op_id = cup.held, new_operation_id()
    desk.organiser = cup.phone
    cup.held = set_up_final(main.public_id, cup.phone, op_id, main.revision, 2, "Final")
    cup.draw().result(1, 201, 351)
    final, cup.held = cup.held, find_tournament(main.public_id)
    desk.belong(cup)
    return cup, final


def winner_and_prizes(loaded_tournament):
    outcome = outcome_of(loaded_tournament)
    return (outcome.stand, outcome.winners), prizes_of(loaded_tournament)


def test_tournament_and_its_final_in_one_file_stay_joined(desk, cup_with_final):
    cup, final = cup_with_final
    desk.do("tournament_belongs", phone=cup.phone, tournament=final.public_id)
    after, _phone = opened(desk)
    there, final_there = map(find_tournament, after.club.tournaments)
    assert there.tournament.final == final_there.public_id != final.public_id
    assert final_there.tournament.final_of == there.public_id
    assert winner_and_prizes(there) == winner_and_prizes(cup.held)
    assert winner_and_prizes(there)[1], "somebody wins something"


def test_tournament_without_its_final_in_the_file_names_no_winner(desk, cup_with_final):
    after, _phone = opened(desk)
    [there] = map(find_tournament, after.club.tournaments)
    assert winner_and_prizes(there) == (("final_elsewhere", ()), [])


def test_file_joins_no_tournament_with_one_that_is_not_in_it(desk, cup_with_final):
    cup, final = cup_with_final

    def claim(file):
        acts = file["tournaments"][cup.public_id]["tournament"]
        acts[0]["data"]["final_of"] = final.public_id
        acts[-1]["data"]["tournament"] = final.public_id

    after, _phone = opened(desk, claim)
    [there] = map(find_tournament, after.club.tournaments)
    assert (there.tournament.final, there.tournament.final_of) == ("", "")


def test_the_same_operation_opens_it_once(desk):
    file = read_club_file(write_club_file(desk.stored(), desk.organiser))
    phone, op_id = desk.phone, new_operation_id()
    first, again = open_club(file, phone, op_id), open_club(file, phone, op_id)
    assert first.public_id == again.public_id


def test_opened_again_after_a_fault_all_matches_are_of_the_club(desk, monkeypatch):
    file = read_club_file(write_club_file(desk.stored(), desk.organiser))
    op_id, keep_new, kept = new_operation_id(), matches.keep_new, []

    def keep_two(*args, **keys):
        if len(kept) == 2:
            raise ConnectionError
        kept.append(keep_new(*args, **keys))
        return kept[-1]

    monkeypatch.setattr(saved_files, "_ACTS_AT_ONCE", 1)
    with monkeypatch.context() as patch:
        patch.setattr(matches, "keep_new", keep_two)
        with pytest.raises(ConnectionError):
            open_club(file, desk.phone, op_id)
    after = open_club(file, desk.phone, op_id)
    assert kept[1].public_id in [one.public_id for one in matches_at(after)]
    assert {membership_of(one.ledger).club for one in matches_at(after)} == {after.public_id}


def test_no_address_and_no_secret_of_the_old_place_is_in_it(desk):
    after, _phone = opened(desk)
    addresses = {desk.public_id, *desk.club.tournaments}
    told = repr([act.body for act in after.club.acts])
    assert not [one for one in addresses if one in told]
    assert not {act.phone for act in after.club.acts} & {act.phone for act in desk.club.acts}


def test_a_tournament_that_others_organise_stays_behind(desk):
    assert (left_out(desk.stored(), desk.organiser), left_out(desk.stored(), desk.phone)) == (0, 1)
    desk.organiser = desk.phone
    after, _phone = opened(desk)
    assert (dict(after.club.tournaments), after.club.seasons[0].tournaments) == ({}, ())
    assert after.club.persons == desk.stored().club.persons


def test_persons_from_a_tournament_left_out_of_the_file_keep_their_numbers(desk):
    theirs = Desk(2).draw()
    desk.belong(theirs)
    new = {"added": [{"pair": "1", "seat": 0}, {"pair": "1", "seat": 1}], "names": ["New", "Newer"]}
    desk.do("new_players_known", tournament=theirs.public_id, players={}, **new)
    desk.add("Later").do("person_changed", person="9", name="Later still")
    erase_person(desk.public_id, desk.phone, "7")
    after, _phone = opened(desk)
    assert len(after.club.tournaments) == 1
    assert after.club.persons == desk.stored().club.persons
    assert [one.name for one in after.club.persons.values()][6:] == ["", "Newer", "Later still"]


def test_erased_person_stays_erased(desk):
    erase_person(desk.public_id, desk.phone, "3")
    erase_person(desk.public_id, desk.phone, "4")
    after, _phone = opened(desk)
    assert [one.name for one in after.club.persons.values()][2:4] == ["", ""]
    assert standings(after) == standings(desk.stored())


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.update(format=1),
        lambda file: file.update(club=[]),
        lambda file: file["club"].pop(0),
        lambda file: file["club"].append(file["club"][0]),
        lambda file: file["club"][1]["data"].update(name=""),
        lambda file: file["club"][1]["data"].update(name="a\u202eb"),
        lambda file: file["club"][1]["data"].update(name=7),
        lambda file: file["club"][1].update(by=-1),
        lambda file: file["club"][1].update(at="9999-12-31T00:00:00"),
        lambda file: file["club"][1].update(kind="unheard_of"),
        lambda file: file["club"][-1]["data"].update(other="99"),
        lambda file: next(iter(file["tournaments"].values())).update(tournament=[]),
        lambda file: file["matches"][0].update(match={"hands": []}),
        lambda file: file["matches"][0].update(persons=["1"]),
    ],
)
def test_file_of_an_impossible_club_is_refused(desk, change):
    with pytest.raises(NoSavedFile):
        opened(desk, change)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'{"format": "tefteri-club-1"}'])
def test_content_other_than_a_club_file_is_refused(content):
    with pytest.raises(NoSavedFile):
        read_club_file(content)
