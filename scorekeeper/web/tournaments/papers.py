"""What the organiser prints: made by a job, told page by page, and kept until something changes."""

from pathlib import Path
from typing import Any, NamedTuple

from flask import Response, abort, current_app, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import paper_words
from scorekeeper.i18n.paper_words import OF_A_ROUND, PAPERS, Paper
from scorekeeper.printing import running
from scorekeeper.printing.jobs import kept_pages, name_of
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.papers import print_paper
from scorekeeper.printing.printer import NotKept
from scorekeeper.printing.running import Running
from scorekeeper.services.tournaments.keeping import Held
from scorekeeper.services.tournaments.state import DrawnRound
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import prints
from scorekeeper.web.links import scorer_address
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised


class Asked(NamedTuple):
    """A paper as the request asks for it."""

    held: Held
    paper: Paper
    drawn: DrawnRound | None
    """The round, if the paper is of one."""

    def layouts(self) -> Layouts:
        """Its pages, as they are now."""
        return print_paper(self.held, self.paper, self.drawn, scorer_address)

    def context(self) -> dict[str, Any]:
        """What its page shows, but how far it is."""
        return {
            **context_of(self.held),
            "paper": self.paper,
            "words": paper_words,
            "drawn": self.drawn,
            "round": self.drawn.number if self.drawn else None,
        }


@pages.get("/t/<tournament_id>/papers")
def papers(tournament_id: str) -> str:
    """What there is to print of a round, and of the whole."""
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
    layouts = asked.layouts()
    return _page(asked, layouts, running.running(name_of(layouts), _folder()))


def _page(asked: Asked, layouts: Layouts, told: Running | None) -> str:
    """`told` was asked before: what was made is kept before its job ends."""
    return render_template(
        "tournaments/paper.html",
        **asked.context(),
        job=name_of(layouts),
        count=len(layouts.pages),
        is_ready=kept_pages(layouts, _folder()) is not None,
        running=told,
    )


@pages.post("/t/<tournament_id>/papers/<paper>")
@prints
def make_paper(tournament_id: str, paper: str) -> BaseResponse:
    """Begin to make it."""
    asked = _asked(tournament_id, paper)
    layouts = asked.layouts()
    try:
        running.start(layouts, _folder())
    except NotKept:
        failed = Running("", 0, len(layouts.pages), "unkept")
        return make_response(_page(asked, layouts, failed), 503)
    return _to_its_page(asked)


@pages.post("/t/<tournament_id>/papers/<paper>/cancel")
def cancel_paper(tournament_id: str, paper: str) -> BaseResponse:
    """End it between two pages."""
    asked = _asked(tournament_id, paper)
    running.cancel(name_of(asked.layouts()), _folder())
    return _to_its_page(asked)


@pages.get("/t/<tournament_id>/papers/<paper>/progress")
def paper_progress(tournament_id: str, paper: str) -> BaseResponse:
    """How far the job is that the page knows by its name; once it is over, the page anew."""
    asked = _asked(tournament_id, paper)
    name = request.args.get("job", "")
    told = running.running(name, _folder())
    if told is None or told.failed:
        return _to_its_page(asked)
    part = render_template("tournaments/_progress.html", **asked.context(), job=name, running=told)
    return make_response(part)


@pages.get("/t/<tournament_id>/papers/<paper>.pdf")
def paper_pdf(tournament_id: str, paper: str) -> BaseResponse:
    """The file; where something has changed since, the page from which it is made anew."""
    asked = _asked(tournament_id, paper)
    made = kept_pages(asked.layouts(), _folder())
    if made is None:
        return _to_its_page(asked)
    of_round = f"-{asked.drawn.number}" if asked.drawn else ""
    response = Response(made, mimetype="application/pdf")
    name = f"tefteri-{paper}{of_round}.pdf"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _asked(tournament_id: str, name: str) -> Asked:
    held = organised(tournament_id)
    paper = next((one for one in PAPERS if one == name), None)
    if paper is None:
        abort(404)
    if paper not in OF_A_ROUND:
        return Asked(held, paper, None)
    drawn = _round_asked(held)
    if drawn is None:
        abort(404)
    return Asked(held, paper, drawn)


def _round_asked(held: Held) -> DrawnRound | None:
    """The round in the address, or without one the last."""
    if "round" not in request.args:
        return held.tournament.last_round
    return held.tournament.round(whole_number(request.args["round"], digits=4) or 0)


def _to_its_page(asked: Asked) -> BaseResponse:
    return go_to(
        ".paper",
        tournament_id=asked.held.public_id,
        paper=asked.paper,
        round=asked.drawn.number if asked.drawn else None,
    )


def _folder() -> Path:
    folder: Path = current_app.config["INSTANCE"] / "papers"
    return folder
