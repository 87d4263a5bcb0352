"""The sheets of a round, which the organiser has printed by a worker that is killed over them."""

import re
from functools import partial

import psycopg

from tests.faults.scorer import Scorer
from tests.printing.paper import pdf_pages
from tests.processes import wait_until


class Sheets:
    """Requests for sheets, each from another browser, at two servers on PostgreSQL."""

    def __init__(self, pair):
        self._pair = pair
        self._worker = pair.start_worker()

    def begin(self, organiser, number):
        """Ask for a round's, and hold the worker up as soon as it has begun."""
        told = organiser.send("POST", f"{organiser.path}/links", {"role": "organiser"}).data
        self._browser = Scorer(self._pair).open_link("/tournaments/link", told["secret"])
        self._path = f"/t/{organiser.public_id}/papers/sheets", f"?round={number}"
        asked = self._browser.post("".join(self._path))
        assert asked.status == 303, asked
        # By the same connection: a new one takes as long as a few sheets on a busy machine.
        with psycopg.connect(self._pair.database_url, autocommit=True) as database:
            is_running = partial(self._is_at, database, "running", 1)
            wait_until(is_running, "no worker takes up the job")
            self._worker.hang()
            assert is_running(), "it was done before"

    def kill_worker(self):
        """End it as a power cut does; another one is there at once."""
        self._worker.kill()
        self._worker = self._pair.start_worker()

    def pages(self):
        """The text of each, once the other worker has made them."""
        with psycopg.connect(self._pair.database_url, autocommit=True) as database:
            is_done = partial(self._is_at, database, "done", 2)
            wait_until(is_done, "nobody does a killed worker's job")
        made = self._browser.get(".pdf".join(self._path))
        assert made.status == 200, made
        return pdf_pages(made.body)

    def _is_at(self, database, state, attempts):
        found = database.execute("SELECT state, attempts FROM job WHERE kind = 'paper'")
        return found.fetchone() == (state, attempts)


def page_of(text):
    """The number of the table that the sheet is for."""
    return int(re.search(r"Table (\d+)", text)[1])
