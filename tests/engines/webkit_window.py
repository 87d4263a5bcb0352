"""A window with WebKit in it for WebKitWebDriver, to be run by Debian's own Python.

Usage: webkit_window.py FOLDER LANGUAGE WIDTH HEIGHT light|dark

WebKit's own MiniBrowser will not do. It forgets everything whenever it is driven, and takes its
language from the machine's locale. This one keeps what pages keep in the folder.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402


def main(folder, language, width, height, scheme):
    kept = WebKit2.WebsiteDataManager(
        base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache"
    )
    cookies = kept.get_cookie_manager()
    cookies.set_persistent_storage(f"{folder}/cookies", WebKit2.CookiePersistentStorage.SQLITE)
    context = WebKit2.WebContext(website_data_manager=kept)
    context.set_preferred_languages([language])
    context.set_automation_allowed(True)
    settings = Gtk.Settings.get_default()
    settings.set_property("gtk-application-prefer-dark-theme", scheme == "dark")
    # On a busy machine a finger stays longer than the half second that makes a long press.
    settings.set_property("gtk-long-press-time", 10_000)

    def open_window(_session):
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        view.get_settings().set_enable_write_console_messages_to_stdout(True)
        window = Gtk.Window(decorated=False)
        window.set_default_size(int(width), int(height))
        window.add(view)
        window.show_all()
        view.connect("close", lambda _view: window.destroy())
        return view

    def begin(_context, session):
        about = WebKit2.ApplicationInfo()
        about.set_name("webkit_window")
        session.set_application_info(about)
        session.connect("create-web-view", open_window)

    context.connect("automation-started", begin)
    Gtk.main()


main(*sys.argv[1:])
