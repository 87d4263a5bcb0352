"""The web pages: one module for each noun, each with its blueprint."""

from flask import Flask

from scorekeeper.web import (
    acts,
    adjustments,
    agreeing,
    api,
    change,
    corrections,
    errors,
    evening,
    files,
    fragments,
    hands,
    health,
    history,
    home,
    import_export,
    installing,
    limits,
    links,
    maintenance,
    manual,
    matches,
    metrics_page,
    own_phone,
    pencil,
    phone_recovery,
    preferences,
    privacy,
    rules_pages,
    scripts,
    security,
    settle,
    setup,
    sheets,
    shell,
    tournaments,
    vocabulary,
    watching,
)
from scorekeeper.web.polls import Polls
from scorekeeper.web.request_metrics import RequestMetrics


def init_app(app: Flask) -> None:
    """Give the app its pages and the rules that hold for all of them."""
    errors.init_app(app)
    maintenance.init_app(app)  # before all that asks the database or reads a form
    security.init_app(app)
    limits.init_app(app)
    files.init_app(app)
    scripts.init_app(app)
    fragments.init_app(app)
    sheets.init_app(app)
    for noun in (
        acts,
        adjustments,
        agreeing,
        api,
        import_export,
        change,
        corrections,
        evening,
        metrics_page,
        files,
        hands,
        health,
        history,
        home,
        installing,
        phone_recovery,
        links,
        manual,
        matches,
        own_phone,
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
    app.wsgi_app = RequestMetrics(app)  # type: ignore[method-assign]
