"""What people see: one module a noun, each with its blueprint."""

from flask import Flask

from scorekeeper.web import (
    acts,
    adjustments,
    carrying,
    change,
    corrections,
    errors,
    evening,
    fragments,
    hands,
    health,
    history,
    home,
    matches,
    preferences,
    security,
    setup,
    sheets,
    watching,
)
from scorekeeper.web.polls import Polls


def init_app(app: Flask) -> None:
    """Give the app its pages and the rules that hold for all of them."""
    security.init_app(app)
    fragments.init_app(app)
    errors.init_app(app)
    for noun in (
        acts,
        adjustments,
        carrying,
        change,
        corrections,
        evening,
        hands,
        health,
        history,
        home,
        matches,
        preferences,
        setup,
        sheets,
        watching,
    ):
        app.register_blueprint(noun.pages)
    app.wsgi_app = Polls(app)  # type: ignore[method-assign]
