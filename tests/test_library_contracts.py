"""Overridden and private parts of libraries are still there, and are called as before.

An upgrade that changes one of these fails here by name, before a server behaves strangely.
"""

import inspect
from concurrent.futures import Executor

import flask_limiter
import pydyf
import pytest
from flask import Flask
from gunicorn.arbiter import Arbiter
from gunicorn.workers.gthread import TConn, ThreadWorker
from weasyprint import HTML

from scorekeeper.cli.arbiter import JobsArbiter
from scorekeeper.cli.request_lanes import RequestLanes
from scorekeeper.cli.request_worker import Connection, RequestWorker
from scorekeeper.printing.stamps import _take_pages

OVERRIDDEN = {
    (JobsArbiter, Arbiter): {"__init__", "handle_term", "manage_workers", "stop"},
    (RequestWorker, ThreadWorker): {
        *("_cap_keepalive", "_keepalive_after", "accept", "finish_request", "get_thread_pool"),
        *("handle", "handle_error", "init_process", "murder_keepalived"),
    },
    (Connection, TConn): {"__init__"},
}


def methods_of(one):
    return {name for name, value in vars(one).items() if inspect.isfunction(value)}


def parameters_of(function):
    """Their names: a library may call by name."""
    return [name.lstrip("_") for name in inspect.signature(function).parameters]


@pytest.mark.parametrize(("ours", "theirs"), OVERRIDDEN, ids=lambda one: one.__name__)
def test_overridden_gunicorn_methods_exist_with_the_same_parameters(ours, theirs):
    both = {name for name in methods_of(ours) if hasattr(theirs, name) and name != "__repr__"}
    assert both == OVERRIDDEN[ours, theirs]
    for name in both - {"__init__"}:
        assert parameters_of(vars(ours)[name]) == parameters_of(getattr(theirs, name)), name


def test_gunicorn_calls_what_the_overrides_rely_on():
    loop = inspect.getsource(Arbiter.run)
    assert "self.manage_workers()" in loop
    assert "SIGTERM" in str(Arbiter.SIGNALS)
    assert "self.get_thread_pool()" in inspect.getsource(ThreadWorker.init_process)
    assert "self.tpool.submit(self.handle, conn)" in inspect.getsource(ThreadWorker.enqueue_req)
    assert "req = next(conn.parser)" in inspect.getsource(ThreadWorker.handle)
    assert "if self.initialized:" in inspect.getsource(TConn.init)
    assert issubclass(RequestLanes, Executor)


def test_flask_limiter_asks_before_each_request_in_a_hook_that_can_be_taken_away():
    app = Flask(__name__)
    limiter = flask_limiter.Limiter(lambda: "somebody", storage_uri="memory://")
    limiter.init_app(app)
    assert limiter._check_request_limit in app.before_request_funcs[None]


def test_weasyprint_hands_its_document_to_the_finisher_with_the_pages_in_it():
    seen = []

    def finish(document, pdf):
        assert isinstance(pdf, pydyf.PDF)
        pages = _take_pages(pdf)
        seen.extend(page["Type"] for page in pages)
        for page in pages:
            pdf.add_page(page)

    two = HTML(string="<p>1<p style='break-before: page'>2").render()
    made = two.write_pdf(finisher=finish)
    assert seen == ["/Page", "/Page"]
    assert made.startswith(b"%PDF-")
