"""Print a tournament's papers: a job makes them, its page says how far it is, the file stays."""

import json
import re
from typing import Final, NamedTuple

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import paper_words
from scorekeeper.explain.paper_words import OF_A_ROUND, PAPERS, Paper
from scorekeeper.printing.jobs import job_name_of
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.papers import print_paper
from scorekeeper.services.jobs import payloads
from scorekeeper.services.jobs.heartbeat import is_worker_there
from scorekeeper.services.jobs.requests import (
    MOST_OF_A_TOURNAMENT,
    JobRequest,
    NotWritable,
    TooMany,
    cancel,
    is_requested,
    job_named,
    request_job,
)
from scorekeeper.services.tournaments.service import LoadedTournament
from scorekeeper.services.tournaments.state import DrawnRound
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import prints
from scorekeeper.web.links import scorer_address
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised

_NAME: Final = re.compile("[0-9a-f]{64}")
"""The name of a job, as `job_name_of` makes it."""


class PaperRequest(NamedTuple):
    """A paper as the request asks for it."""

    held: LoadedTournament
    paper: Paper
    drawn: DrawnRound | None
    """The round, if the paper is of one."""

    def layouts(self) -> Layouts:
        """The pages of the paper, as they are now."""
        return print_paper(self.held, self.paper, self.drawn, scorer_address)

    def job(self) -> JobRequest:
        """The job that makes it, as it is now."""
        layouts = self.layouts()
        pages, content = len(layouts.pages), json.dumps(layouts).encode()
        held = self.held
        return JobRequest(
            job_name_of(layouts, held.public_id), "paper", held.id, pages, content, held.revision
        )

    def context(self) -> dict[str, object]:
        """The variables of its page, except how far it is."""
        return {
            **context_of(self.held),
            "paper": self.paper,
            "words": paper_words,
            "drawn": self.drawn,
            "round": self.drawn.number if self.drawn else None,
            "is_worker_there": is_worker_there,
        }


@pages.get("/t/<tournament_id>/papers")
def papers(tournament_id: str) -> str:
    """Show what can be printed of a round, and of the whole tournament."""
    held = organised(tournament_id)
    drawn = _round_asked(held)
    return render_template(
        "tournaments/papers.html",
        **context_of(held),
        drawn=drawn,
        words=paper_words,
        papers=[paper for paper in PAPERS if drawn or paper not in OF_A_ROUND],
        of_a_round=OF_A_ROUND,
    )


@pages.get("/t/<tournament_id>/papers/<paper>")
def paper(tournament_id: str, paper: str) -> str:
    """One of them: to be made, on its way, or ready."""
    asked = _asked(tournament_id, paper)
    wanted = asked.job()
    return _page(asked, wanted, _known(asked) or wanted.name)


def _page(asked: PaperRequest, wanted: JobRequest, name: str, refused: str = "") -> str:
    """The page of the job with this name; `refused` is why the job was not asked for."""
    told = job_named(name)
    return render_template(
        "tournaments/paper.html",
        **asked.context(),
        name=name,
        pages=told.pages if told else wanted.pages,
        job=told,
        is_ready=told is not None and told.state == "done" and is_requested(name),
        is_as_now=name == wanted.name,
        refused=refused,
        most=MOST_OF_A_TOURNAMENT,
    )


@pages.post("/t/<tournament_id>/papers/<paper>")
@prints
def make_paper(tournament_id: str, paper: str) -> BaseResponse:
    """Let it be made."""
    asked = _asked(tournament_id, paper)
    wanted = asked.job()
    try:
        request_job(wanted)
    except NotWritable:
        return make_response(_page(asked, wanted, wanted.name, "unkept"), 503)
    except TooMany:
        return make_response(_page(asked, wanted, wanted.name, "many"), 429)
    return _to_its_page(asked, wanted.name)


@pages.post("/t/<tournament_id>/papers/<paper>/cancel")
def cancel_paper(tournament_id: str, paper: str) -> BaseResponse:
    """End it between two pages."""
    asked = _asked(tournament_id, paper)
    name = _known(asked) or asked.job().name
    cancel(name)
    return _to_its_page(asked, name)


@pages.get("/t/<tournament_id>/papers/<paper>/progress")
def paper_progress(tournament_id: str, paper: str) -> BaseResponse:
    """How far the job is that the page knows by its name; once it is over, the page anew."""
    asked = _asked(tournament_id, paper)
    name = _known(asked)
    told = job_named(name)
    if told is None or not told.is_under_way:
        return _to_its_page(asked, name)
    part = render_template("tournaments/_progress.html", **asked.context(), name=name, job=told)
    return make_response(part)


@pages.get("/t/<tournament_id>/papers/<paper>.pdf")
def paper_pdf(tournament_id: str, paper: str) -> BaseResponse:
    """The file of the job in the address, or as it would be now; where there is none, the page."""
    asked = _asked(tournament_id, paper)
    made = payloads.output_of(_known(asked) or asked.job().name)
    if made is None:
        return _to_its_page(asked)
    of_round = f"-{asked.drawn.number}" if asked.drawn else ""
    response = Response(made, mimetype="application/pdf")
    name = f"tefteri-{paper}{of_round}.pdf"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _asked(tournament_id: str, name: str) -> PaperRequest:
    held = organised(tournament_id)
    paper = next((one for one in PAPERS if one == name), None)
    if paper is None:
        abort(404)
    if paper not in OF_A_ROUND:
        return PaperRequest(held, paper, None)
    drawn = _round_asked(held)
    if drawn is None:
        abort(404)
    return PaperRequest(held, paper, drawn)


def _known(asked: PaperRequest) -> str:
    """The job in the address, made as the paper was when it was asked for; empty without one."""
    name = request.args.get("job", "")
    if not _NAME.fullmatch(name):
        return ""
    told = job_named(name)
    return name if told and told.tournament_id == asked.held.id else ""


def _round_asked(held: LoadedTournament) -> DrawnRound | None:
    """The round in the address, or without one the last."""
    if "round" not in request.args:
        return held.tournament.last_round
    return held.tournament.round(whole_number(request.args["round"], digits=4) or 0)


def _to_its_page(asked: PaperRequest, job: str = "") -> BaseResponse:
    return go_to(
        ".paper",
        tournament_id=asked.held.public_id,
        paper=asked.paper,
        round=asked.drawn.number if asked.drawn else None,
        job=job or None,
    )
