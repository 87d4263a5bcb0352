"""What people see: one module a noun, each with its blueprint."""

from flask import Flask

from scorekeeper.web import (
    acts,
    adjustments,
    agreeing,
    api,
    carrying,
    change,
    corrections,
    errors,
    evening,
    figures,
    files,
    fragments,
    hands,
    health,
    history,
    home,
    installing,
    limits,
    links,
    maintenance,
    matches,
    pencil,
    preferences,
    privacy,
    rules_pages,
    security,
    settle,
    setup,
    sheets,
    shell,
    tournaments,
    vocabulary,
    watching,
)
from scorekeeper.web.attending import Attending
from scorekeeper.web.polls import Polls


def init_app(app: Flask) -> None:
    """Give the app its pages and the rules that hold for all of them."""
    errors.init_app(app)
    maintenance.init_app(app)  # before all that asks the database or reads a form
    security.init_app(app)
    limits.init_app(app)
    files.init_app(app)
    fragments.init_app(app)
    sheets.init_app(app)
    for noun in (
        acts,
        adjustments,
        agreeing,
        api,
        carrying,
        change,
        corrections,
        evening,
        figures,
        files,
        hands,
        health,
        history,
        home,
        installing,
        links,
        matches,
        pencil,
        preferences,
        privacy,
        rules_pages,
        settle,
        setup,
        sheets,
        shell,
        tournaments,
        vocabulary,
        watching,
    ):
        app.register_blueprint(noun.pages)
    app.wsgi_app = Polls(app)  # type: ignore[method-assign]
    app.wsgi_app = Attending(app)  # type: ignore[method-assign]
