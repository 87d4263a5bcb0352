"""The catalogues say every word of code and templates. `make messages` collects them."""

import re
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import read_po

from scorekeeper.i18n import LANGUAGES, SOURCE_LANGUAGE
from scorekeeper.i18n.language import catalogue_file
from tests.support.processes import PROJECT

FOLDERS = ("scorekeeper", "templates")
TRANSLATED = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")


def keywords() -> dict[str, object]:
    """Those of `make messages`, so that the two cannot drift apart."""
    script = (PROJECT / "scripts" / "messages").read_text()
    [given] = re.findall(r"--keywords '([^']+)'", script)
    return {**DEFAULT_KEYWORDS, **parse_keywords(given.split())}


@cache
def words_in_use() -> dict[tuple[str | None, str], Message]:
    """Every message of code and templates."""
    with (PROJECT / "babel.cfg").open() as mapping:
        methods, options = parse_mapping_cfg(mapping)
    found = Catalog()
    for folder in FOLDERS:
        for _file, _line, message, comments, context in extract_from_dir(
            str(PROJECT / folder), methods, options, keywords(), ("Translators:",)
        ):
            found.add(message, None, auto_comments=comments, context=context)
    return {key_of(message): message for message in found if message.id}


@cache
def catalogue(language: str) -> Catalog:
    with catalogue_file(language).open("rb") as file:
        return read_po(file, locale=language)


def translated(language: str) -> dict[tuple[str | None, str], Message]:
    return {key_of(message): message for message in catalogue(language) if message.id}


def key_of(message: Message) -> tuple[str | None, str]:
    return message.context, singular(message)


def singular(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def texts_of(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def placeholders(*texts: str) -> set[str]:
    return {found for text in texts for found in PLACEHOLDER.findall(text)}


def told(keys: list[tuple[str | None, str]]) -> str:
    """The messages one a line, for a person who is to mend them."""
    return "".join(f"\n  {text}" + (f"  [{context}]" if context else "") for context, text in keys)


@pytest.mark.slow
@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_missing(language: str) -> None:
    missing = [key for key in words_in_use() if key not in translated(language)]
    assert not missing, f"not in the catalogue, run `make messages`:{told(missing)}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_obsolete(language: str) -> None:
    obsolete = [key for key in translated(language) if key not in words_in_use()]
    obsolete += [key_of(message) for message in catalogue(language).obsolete.values()]
    assert not obsolete, f"nobody says this any more, run `make messages`:{told(obsolete)}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    empty = [key for key, m in translated(language).items() if not all(texts_of(m))]
    assert not empty, f"not translated:{told(empty)}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_a_guess(language: str) -> None:
    fuzzy = [key for key, message in translated(language).items() if message.fuzzy]
    assert not fuzzy, f"fuzzy:{told(fuzzy)}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_are_plurals(language: str) -> None:
    catalog = translated(language)
    wrong = [
        key
        for key, message in words_in_use().items()
        if key in catalog and catalog[key].pluralizable != message.pluralizable
    ]
    assert not wrong, f"plural in one and not in the other:{told(wrong)}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_are_the_same(language: str) -> None:
    wrong = []
    for key, message in translated(language).items():
        ids = (message.id,) if isinstance(message.id, str) else message.id
        wanted = placeholders(*ids)
        # A singular may leave its number out: "one point".
        spared = {"%(num)s", "%(num)d"} if message.pluralizable else set()
        for text in filter(None, texts_of(message)):
            given = placeholders(text)
            if not wanted - spared <= given <= wanted or text.count("%(") != len(
                PLACEHOLDER.findall(text)
            ):
                wrong.append((key[0], f"{key[1]} → {text}"))
    assert not wrong, f"placeholders differ:{told(wrong)}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_space_and_end_are_the_same(language: str) -> None:
    wrong = []
    for key, message in translated(language).items():
        text = texts_of(message)[0]
        ends = [t[-1:] if t[-1:] in ".:…" else "" for t in (key[1], text)]
        if text and (text != text.strip() or ends[0] != ends[1]):
            wrong.append((key[0], f"{key[1]} → {text}"))
    assert not wrong, f"another end, or stray space:{told(wrong)}"


def greek_words() -> list[tuple[str, str]]:
    """Each word of the Greek catalogue with its message."""
    return [
        (word, text)
        for message in translated("el").values()
        for text in texts_of(message)
        for word in re.findall(r"[^\W\d_]+", PLACEHOLDER.sub("", text))
    ]


def test_no_greek_word_has_a_latin_letter() -> None:
    mixed = [
        (word, text)
        for word, text in greek_words()
        if re.search("[α-ωά-ώΑ-Ω]", word) and re.search("[A-Za-z]", word)
    ]
    assert not mixed, f"looks Greek and is not:{told(mixed)}"


def test_every_greek_word_of_two_syllables_has_its_accent() -> None:
    bare = [
        (word, text)
        for word, text in greek_words()
        if not word.isupper()
        and len(re.findall("[αεηιουω]+", word.lower())) > 1
        and not re.search("[άέήίόύώΐΰΆΈΉΊΌΎΏ]", word)
        and re.search("[α-ω]", word)
    ]
    assert not bare, f"without an accent:{told(bare)}"


def test_no_words_hide_in_an_f_string() -> None:
    """Those who collect the words to translate do not look there."""
    hidden = re.compile(r"""\bf["'].*\{(_|gettext|ngettext|pgettext)\(""")
    found = [
        f"{file}: {line}"
        for file in (PROJECT / "scorekeeper").rglob("*.py")
        for line in file.read_text().splitlines()
        if hidden.search(line)
    ]
    assert found == []
