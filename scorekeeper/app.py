"""The application: settings, extensions, pages, error pages. Nothing imports this module."""

from typing import Any

from flask import Flask
from flask_compress import Compress
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import i18n, web
from scorekeeper.config import PROJECT, settings
from scorekeeper.store import db


def create_app(overrides: dict[str, Any] | None = None) -> Flask:
    """The app, with `overrides` in place of settings.

    :raises BadSetting: no server may start with such a setting.
    """
    values = settings(overrides)
    app = Flask(
        __name__,
        instance_path=str(values["INSTANCE"]),
        template_folder=str(PROJECT / "templates"),
        static_folder=str(PROJECT / "static"),
    )
    app.config.from_mapping(values)
    db.init_app(app)
    i18n.init_app(app)
    Compress(app)  # what is registered first is the last to see an answer
    web.init_app(app)
    forms = CSRFProtect(app)  # behind our own check of where a form comes from
    forms.exempt(web.api.pages)  # which is all that a program has, and asks more (api/access.py)
    # In front of everything: who asks, and over what.
    if app.config["PROXY_HOPS"]:
        hops = app.config["PROXY_HOPS"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app
