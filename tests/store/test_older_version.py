"""A database that version 0.1.0 wrote: this one brings it up to date and says the same of it."""

import gzip
from pathlib import Path

import pytest

from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.store.schema import current_migration, newest_migration
from scripts.shipping.first_match import Server, kept_from

DATA = Path(__file__).parent / "data"
"""The data that `make demo` of 0.1.0 stored (tables of migration 0005), and its API's answers."""


class Served(Server):
    """A server that is asked without a network."""

    def __init__(self, client):
        super().__init__("")
        self._client = client

    def ask(self, path, body=None, method="", secret=""):
        return self._client.get(path).data


@pytest.fixture
def older(tmp_path, make_app):
    """An app on the database of 0.1.0."""
    instance = tmp_path / "of 0.1.0"
    instance.mkdir()
    stored = gzip.decompress((DATA / "tefteri-0.1.0.sqlite3.gz").read_bytes())
    (instance / "tefteri.sqlite3").write_bytes(stored)
    app = make_app(INSTANCE=instance)
    with app.app_context():
        yield app


def test_every_match_and_standing_is_as_the_older_version_said(older):
    assert current_migration() == "0005"
    assert bring_up_to_date()
    assert current_migration() == newest_migration()
    answers = (DATA / "tefteri-0.1.0.jsonl").read_text().splitlines()
    assert kept_from(Served(older.test_client()), answers) == len(answers) == 39


@pytest.mark.slow
def test_another_answer_would_be_seen(older):
    bring_up_to_date()
    first = (DATA / "tefteri-0.1.0.jsonl").read_text().splitlines()[0]
    with pytest.raises(AssertionError, match="is now"):
        kept_from(Served(older.test_client()), [first.replace("[19,6]", "[19,7]")])
