"""The pages of a club with long names: a season of one evening, and a match that was won there."""

import re
from functools import cached_property

OF_A_CLUB = {
    "front": "{club}",
    "list": "/clubs/",
    "new": "/clubs/new",
    "link": "/clubs/link",
    "saved": "/clubs/saved",
    "setup": "{club}setup",
    "persons": "{club}persons",
    "person": "{club}persons/2",
    "person-names": "{club}persons/2/names",
    "links": "{club}links",
    "wall": "{club}wall",
    "names": "{club}names",
    "calendar": "{club}calendar",
    "games": "{club}matches",
    "players": "{club}tournaments/{tournament_id}",
    "record": "{club}record",
    "filter": "{club}record?since=2020-01-01",
    "unit": "{club}record/1",
    "pair": "{club}record/1-3",
    "nothing": "{club}record/1-5",
    "versus": "{club}record/1-3/against/2-4",
    "matches": "{club}record/1-3/matches",
    "hands": "{club}record/1/hands?of=hands",
    "season": "{club}seasons/1",
    "what-if": "{club}seasons/1?best=1",
    "season-setup": "{club}seasons/1/setup",
    "season-new": "{club}seasons/2/setup",
    "final": "{club}seasons/1/final",
    "screen": "{club}seasons/1/screen",
    "match": "{club_match}",
    "match-seats": "{club_match}club/",
    "match-new": "/matches/new?club={club_id}",
    "tournament-new": "/tournaments/new?club={club_id}",
    "earlier": "{tournament}earlier/club/{club_id}",
}


class ClubStates:
    """The states of a club's pages; mixed into `States`, which has matches and a tournament."""

    @cached_property
    def club(self):
        """With five persons, a helper, and this phone's tournament, whose first pair is known."""
        page = self.page
        page.goto("/clubs/new")
        page.locator("[name=name]").fill(self.longest)
        page.locator("[name=place]").fill(self.longest)
        page.locator("main button.primary").last.click()
        page.wait_for_url("**/c/*/")
        club = page.url
        for name in (*self.names_of_four, "Πέμπτος"):
            self._send(f"{club}persons", f"{club}persons", {"name": name, "note": self.longest})
        tournament = self.tournament_id
        self._send(f"{club}tournaments", club, {"tournament": tournament})
        known = {"1-0": "1", "1-1": "2"}
        self._send(*2 * [f"{club}tournaments/{tournament}"], known)
        page.goto(f"{club}seasons/1/setup")
        page.locator("[name=name]").fill(self.longest)
        page.locator("[name=by][value=player]").check()
        page.locator("main button.primary").last.click()
        page.wait_for_url("**/seasons/1")
        return club

    @property
    def club_id(self):
        return re.search(r"/c/([^/]+)/", self.club)[1]

    @property
    def tournament_id(self):
        return re.search(r"/t/([^/]+)/", self.tournament)[1]

    @cached_property
    def club_match(self):
        """Won, by persons of the roster."""
        club_id, match = self.club_id, self.won
        self._send(f"{match}club/join", f"{match}club/", {"club": club_id})
        seats = {f"0-{seat}": str(one) for one, seat in enumerate(("A1", "B1", "A2", "B2"), 1)}
        self._send(f"{match}club/seats", f"{match}club/", {"club": club_id, **seats})
        return match

    def club_page(self, name):
        """The address of a club's page."""
        needed = {"club": self.club, "club_match": self.club_match, "club_id": self.club_id}
        own = {"tournament": self.tournament, "tournament_id": self.tournament_id}
        return OF_A_CLUB[name].format(**needed, **own)
