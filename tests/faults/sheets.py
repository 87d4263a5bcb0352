"""The sheets of a round, which the organiser has printed by a worker that is killed over them."""

import re

import psycopg

from tests.faults.scorer import Scorer
from tests.printing.paper import pdf_pages
from tests.processes import wait_until


class Sheets:
    """Those that somebody asks for in a browser of his own, at two servers on PostgreSQL."""

    def __init__(self, pair):
        self._pair = pair
        self._worker = pair.start_worker()

    def begin(self, organiser, number):
        """Ask for a round's, and wait until the worker has begun."""
        told = organiser.send("POST", f"{organiser.path}/links", {"role": "organiser"}).data
        self._browser = Scorer(self._pair).open_link("/tournaments/link", told["secret"])
        self._path = f"/t/{organiser.public_id}/papers/sheets", f"?round={number}"
        asked = self._browser.post("".join(self._path))
        assert asked.status == 303, asked
        wait_until(lambda: self._job() == ("running", 1), "no worker takes up the job")

    def kill_worker(self):
        """End it as a power cut does; another one is there at once."""
        self._worker.kill()
        assert self._job() == ("running", 1), "it was done before"
        self._worker = self._pair.start_worker()

    def pages(self):
        """The text of each, once the other worker has made them."""
        wait_until(lambda: self._job() == ("done", 2), "nobody does a killed worker's job")
        made = self._browser.get(".pdf".join(self._path))
        assert made.status == 200, made
        return pdf_pages(made.body)

    def _job(self):
        with psycopg.connect(self._pair.database_url) as connection:
            asked = "SELECT state, attempts FROM job WHERE kind = 'paper'"
            return connection.execute(asked).fetchone()


def page_of(text):
    """The number of the table that the sheet is for."""
    return int(re.search(r"Table (\d+)", text)[1])
