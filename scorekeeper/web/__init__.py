"""The web pages: one module for each noun, each with its blueprint."""

from flask import Flask

from scorekeeper.web import (
    api,
    clubs,
    errors,
    form_sessions,
    fragments,
    limits,
    phone_identity,
    preferences,
    request_metrics,
    rules,
    same_origin,
    scripts,
    security_headers,
    settle,
    static_files,
    tournaments,
    vocabulary,
)
from scorekeeper.web.match import (
    adjustments,
    changes,
    evening_card,
    hands,
    import_export,
    match_club,
    match_form,
    match_history,
    matches,
    pencil,
    privacy,
    scorer_acts,
    sheets,
    side_answers,
    watching,
)
from scorekeeper.web.match.polls import Polls
from scorekeeper.web.request_metrics import RequestMetrics
from scorekeeper.web.site import (
    health,
    home,
    manual,
    oembed,
    own_machine,
    own_phone,
    phone_recovery,
    shell,
)


def init_app(app: Flask) -> None:
    """Give the app its pages and the rules that hold for all of them."""
    errors.init_app(app)
    health.init_app(app)  # before all that asks the database or reads a form
    same_origin.init_app(app)
    phone_identity.init_app(app)
    form_sessions.init_app(app)
    security_headers.init_app(app)
    limits.init_app(app)
    static_files.init_app(app)
    scripts.init_app(app)
    fragments.init_app(app)
    sheets.init_app(app)
    for noun in (
        scorer_acts,
        adjustments,
        side_answers,
        api,
        import_export,
        changes,
        clubs,
        evening_card,
        request_metrics,
        static_files,
        hands,
        health,
        match_history,
        home,
        shell,
        phone_recovery,
        pencil,
        manual,
        match_club,
        watching,
        oembed,
        matches,
        own_machine,
        own_phone,
        preferences,
        privacy,
        rules,
        settle,
        match_form,
        sheets,
        tournaments,
        vocabulary,
    ):
        app.register_blueprint(noun.pages)
    app.wsgi_app = Polls(app)  # type: ignore[method-assign]
    app.wsgi_app = RequestMetrics(app)  # type: ignore[method-assign]
