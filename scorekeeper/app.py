"""The application: settings, extensions, pages, error pages. Nothing imports this module."""

from collections.abc import Callable, MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment
from flask_compress import Compress
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import i18n
from scorekeeper.config import Overrides, Settings, read_settings, resource, use_settings
from scorekeeper.store import db


class _SharedGlobals(Environment):
    """Jinja's environment, whose templates all have its globals and no others.

    Each import compares the globals' names; a chain of mappings for each template would take a
    sixth of a page's time.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return super().make_globals(d) if d else self.globals


class _Synchronous(Flask):
    """Flask whose views and hooks are all plain functions: it asks that of eighteen a request."""

    jinja_environment = _SharedGlobals

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Take it as it is."""
        return func


def create_app(overrides: Overrides | None = None, *, has_pages: bool = True) -> Flask:
    """The app, with `overrides` in place of settings.

    A worker's has no pages: they are half of what a process loads.

    :raises BadSetting: a setting with which no server may start.
    """
    settings = read_settings(overrides)
    app = _Synchronous(
        __name__,
        instance_path=str(settings.instance),
        template_folder=str(resource("templates")),
        static_folder=str(resource("static")),
    )
    use_settings(app, settings)
    db.init_app(app)
    i18n.init_app(app)
    if has_pages:
        _add_pages(app, settings)
    return app


def _add_pages(app: Flask, settings: Settings) -> None:
    from scorekeeper import web

    Compress(app)  # what is registered first is the last to see an answer
    web.init_app(app)
    forms = CSRFProtect(app)  # behind our own check of where a form comes from
    forms.exempt(web.api.pages)  # which is all that a program has, and asks more (api/access.py)
    forms.exempt(web.phone_recovery.pages)  # which asks for a page of ours, too
    # In front of everything: the client's address, and the scheme.
    if hops := settings.proxy_hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
