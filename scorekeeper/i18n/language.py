"""The languages, which one is in use, and the words in it, in a request and outside of one.

Catalogues are read as translators write them (`.po`), so that none is ever missing or stale for
want of compiling.

The texts stand in their tables once; `vocabulary.py` hands the tables to the phone.
"""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final, Generic, Literal, TypeVar, cast, get_args

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, has_request_context, request
from flask_babel import Babel, Domain, force_locale
from flask_babel.speaklater import LazyString

from scorekeeper.operating.cookies import read_preference

Language = Literal["el", "en"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""All languages. The first is the table's own, used where no other was chosen."""
SOURCE_LANGUAGE: Final[Language] = "en"
"""The language of the words in the code, which needs no catalogue."""
COOKIE: Final = "lang"
"""The cookie that keeps the language a reader chose."""

_FOLDER: Final = Path(__file__).parent.parent / "translations"
_LOCALE_KEY: Final = "tefteri.language"
_locale_in_block: ContextVar[Language | None] = ContextVar("language", default=None)


def choose_locale() -> Language:
    """Read the reader's language off the request: the cookie, else the browser's languages.

    A browser that names none of ours gets English; no header at all, Greek.
    """
    if not has_request_context():
        return LANGUAGES[0]
    chosen = read_preference(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    if not request.headers.get("Accept-Language"):
        return LANGUAGES[0]
    header_choice = request.accept_languages.best_match(LANGUAGES, default=SOURCE_LANGUAGE)
    return cast(Language, header_choice)


def current_locale() -> Language:
    """The language in use: `use_locale`'s, else the request's."""
    locale = _locale_in_block.get()
    if locale is not None:
        return locale
    if not has_request_context():
        return choose_locale()
    # With the request and not in `g`, which a test may share between requests.
    environ = request.environ
    if _LOCALE_KEY not in environ:
        environ[_LOCALE_KEY] = choose_locale()
    return cast(Language, environ[_LOCALE_KEY])


@contextmanager
def use_locale(language: str) -> Iterator[None]:
    """Speak this language inside the block, with or without an application or a request.

    :raises ValueError: it is not one of `LANGUAGES`.
    """
    matches: list[Language] = [locale for locale in LANGUAGES if locale == language]
    if not matches:
        raise ValueError(f"no such language: {language}")
    token = _locale_in_block.set(matches[0])
    try:
        with force_locale(language):
            yield
    finally:
        _locale_in_block.reset(token)


def find_language(text: str) -> Language | None:
    """The language that begins this text, a locale such as `el_CY.UTF-8`; None if none does."""
    return next((locale for locale in LANGUAGES if text[:2] == locale), None)


def language_name(language: Language) -> str:
    """The language's name in its own words: `Ελληνικά`."""
    return str(Locale.parse(language).display_name)


def decimal_mark() -> str:
    """The decimal mark of the language in use: `,` or `.`."""
    return str(Locale.parse(current_locale()).number_symbols["latn"]["decimal"])


def catalogue_file(language: str) -> Path:
    """The file of the translated words."""
    return _FOLDER / language / "LC_MESSAGES" / "messages.po"


def catalogue_files() -> list[Path]:
    """The file of each language but the one of the code."""
    return [catalogue_file(language) for language in LANGUAGES if language != SOURCE_LANGUAGE]


@cache
def _translations(language: Language) -> NullTranslations:
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    file = catalogue_file(language)
    catalogue = BytesIO()
    with file.open("rb") as source:
        write_mo(catalogue, read_po(source, locale=language))
    catalogue.seek(0)
    return Translations(catalogue)


class _Words(Domain):
    """Flask-Babel's catalogue, also where there is no application."""

    def get_translations(self) -> NullTranslations:
        return _translations(current_locale())


_WORDS: Final = _Words()


def init_app(app: Flask) -> None:
    """Let the app's templates speak the reader's language."""
    babel = Babel(app, locale_selector=current_locale)
    babel.domain_instance = _WORDS
    names = {language: language_name(language) for language in LANGUAGES}
    app.jinja_env.globals.update(current_locale=current_locale, language_names=names)
    for language in LANGUAGES:
        _translations(language)


def gettext(message: str, **values: object) -> str:
    """The message in the reader's language."""
    return str(_WORDS.gettext(message, **values))


def ngettext(singular: str, plural: str, num: int, **values: object) -> str:
    """The message for `num` things; `%(num)s` stands for the number."""
    return str(_WORDS.ngettext(singular, plural, num, **values))


def pgettext(context: str, message: str, **values: object) -> str:
    """The message where one English word has two Greek ones."""
    return str(_WORDS.pgettext(context, message, **values))


def lazy_gettext(message: str, **values: object) -> LazyString:
    """A message that is translated when it is read, for tables and forms."""
    return LazyString(gettext, message, **values)


def lazy_pgettext(context: str, message: str, **values: object) -> LazyString:
    """A message, translated when it is read, where one English word has two Greek ones."""
    return LazyString(pgettext, context, message, **values)


_ = gettext
_l = lazy_gettext


Key = TypeVar("Key", bound=Hashable)


class Sentences(dict[Key, LazyString], Generic[Key]):
    """The sentences about one subject, by key."""

    def say(self, key: Key, /, **values: object) -> str:
        """The sentence in the reader's language, with the values that it names.

        :raises KeyError: no sentence has that key.
        """
        text = str(self[key])
        return text % values if values else text
