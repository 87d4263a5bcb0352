"""Words in the reader's language, Greek or English.

Message ids are the English texts. Functions give plain strings in the language in use
(`current_locale`); tables hold lazy ones.
"""

from scorekeeper.i18n.language import (
    COOKIE,
    LANGUAGES,
    SOURCE_LANGUAGE,
    Language,
    _,
    _l,
    choose_locale,
    current_locale,
    gettext,
    init_app,
    lazy_gettext,
    lazy_pgettext,
    ngettext,
    pgettext,
    use_locale,
)
from scorekeeper.i18n.number_words import long_date, short_moment

__all__ = [
    "COOKIE",
    "LANGUAGES",
    "SOURCE_LANGUAGE",
    "Language",
    "_",
    "_l",
    "choose_locale",
    "current_locale",
    "gettext",
    "init_app",
    "lazy_gettext",
    "lazy_pgettext",
    "long_date",
    "ngettext",
    "pgettext",
    "short_moment",
    "use_locale",
]
