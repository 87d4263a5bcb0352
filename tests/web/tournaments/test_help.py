"""“Help” on a tournament's pages leads every reader to their places in the manual."""

from tests.phone import Phone
from tests.web.test_manual import help_of


def test_help_on_a_tournament_s_page_is_for_who_reads_it(app, organise, help_in):
    organiser = organise(4)
    stranger = Phone(app)
    path = f"/t/{organiser.public_id}/"
    assert help_of(organiser.get(path)) == "/help#organise"
    assert help_of(help_in(organiser).get(path)) == "/help#results"
    assert help_of(stranger.get(path)) == "/help#players"
    for part in ("pairs", "draw", "results", "standings", "papers"):
        assert help_of(organiser.get(path + part)) == f"/help#{part}"
    assert help_of(organiser.get(f"{path}links")) == "/help#helpers"
    assert help_of(organiser.get(f"{path}setup")) == "/help#set-up"
