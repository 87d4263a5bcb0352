"""The web pages: one module for each noun, each with its blueprint."""

from flask import Flask

from scorekeeper.web import (
    api,
    clubs,
    errors,
    form_sessions,
    fragments,
    limits,
    metrics_page,
    phone_identity,
    preferences,
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
    agreeing,
    change,
    corrections,
    evening_card,
    hands,
    import_export,
    match_club,
    match_elsewhere,
    match_history,
    matches,
    new_match,
    pencil,
    pencil_links,
    privacy,
    race,
    scorer_acts,
    sheets,
    side_answers,
    turned_hand,
    watching,
)
from scorekeeper.web.match.polls import Polls
from scorekeeper.web.request_metrics import RequestMetrics
from scorekeeper.web.site import (
    health,
    home,
    installing,
    maintenance,
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
    maintenance.init_app(app)  # before all that asks the database or reads a form
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
        agreeing,
        api,
        import_export,
        change,
        clubs,
        corrections,
        evening_card,
        race,
        metrics_page,
        static_files,
        hands,
        health,
        match_history,
        home,
        installing,
        phone_recovery,
        pencil_links,
        manual,
        match_club,
        match_elsewhere,
        oembed,
        matches,
        own_machine,
        own_phone,
        pencil,
        preferences,
        privacy,
        rules,
        settle,
        new_match,
        sheets,
        shell,
        side_answers,
        tournaments,
        turned_hand,
        vocabulary,
        watching,
    ):
        app.register_blueprint(noun.pages)
    app.wsgi_app = Polls(app)  # type: ignore[method-assign]
    app.wsgi_app = RequestMetrics(app)  # type: ignore[method-assign]
