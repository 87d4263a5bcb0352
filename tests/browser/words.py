"""The words on the screen: tests name controls in English, a Greek phone shows them in Greek."""

from scorekeeper.i18n import gettext, pgettext, use_locale


def say(language, english, **values):
    """The words of the English message, as this language's pages show them."""
    with use_locale(language):
        return gettext(english, **values)


def say_as(language, context, english):
    """The same for a word that means several things."""
    with use_locale(language):
        return pgettext(context, english)
