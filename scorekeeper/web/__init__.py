"""The web pages: one module for each noun, each with its blueprint."""

from flask import Flask

from scorekeeper.web import (
    adjustments,
    agreeing,
    api,
    change,
    clubs,
    corrections,
    errors,
    evening_card,
    form_sessions,
    fragments,
    hands,
    health,
    home,
    import_export,
    installing,
    limits,
    maintenance,
    manual,
    match_club,
    match_elsewhere,
    match_history,
    matches,
    metrics_page,
    new_match,
    oembed,
    own_machine,
    own_phone,
    pencil,
    pencil_links,
    phone_identity,
    phone_recovery,
    preferences,
    privacy,
    race,
    rules_pages,
    same_origin,
    scorer_acts,
    scripts,
    security_headers,
    settle,
    sheets,
    shell,
    side_answers,
    static_files,
    tournaments,
    turned_hand,
    vocabulary,
    watching,
)
from scorekeeper.web.polls import Polls
from scorekeeper.web.request_metrics import RequestMetrics


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
        rules_pages,
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
