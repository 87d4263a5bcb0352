"""Workers on a real database, with jobs requested by the tests."""

import json

import pytest

from scorekeeper.config import settings_of
from scorekeeper.jobs.queue import JobRequest
from scorekeeper.printing.jobs import job_name_of
from tests.support.databases import KEY
from tests.support.server import JobsWorker


@pytest.fixture
def start_worker(app, kept_in, tmp_path):
    """Starts workers on the app's database."""
    environment = {"TEFTERI_INSTANCE": str(settings_of(app).instance), "TEFTERI_SECRET_KEY": KEY}
    environment |= kept_in.settings
    started = []

    def start_worker(**settings):
        started.append(JobsWorker(environment, tmp_path / "workers.log", **settings))
        return started[-1]

    yield start_worker
    for worker in started:
        worker.kill()


def paper(layouts):
    """The job that prints them."""
    content = json.dumps(layouts).encode()
    return JobRequest(job_name_of(layouts, ""), "paper", None, len(layouts.pages), content)
