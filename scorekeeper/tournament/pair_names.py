"""Names as two people may write them: with accents or without, in whatever case. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from scorekeeper.tournament.tournament_set_up import Pair

_FEWEST_LETTERS: Final = 3
"""Fewer are found as they stand alone: in other letters they are in every second name."""
_FEWEST_SOUNDS: Final = 2
"""Three letters may be one sound: `zzz` sounds like every name with a z."""
_LETTERS: Final = (
    "α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=ks ο=o π=p ρ=r σ=s τ=t υ=y φ=f χ=h "
    "ψ=ps ω=o ı=i ø=o ł=l đ=d æ=e œ=e þ=th"
)
"""Letters without accents that are not Latin, or that no English keyboard has."""
_SPELLINGS: Final = (
    "ph=f ch=h kh=h ks=h x=h gh=g dh=d au=av ay=av eu=ev ey=ev ou=u ai=e ei=i oi=i oy=u y=i w=o "
    "gk=g gg=g ng=g mp=b b=v nt=d nd=d dj=tz dz=tz c=k q=k gi=i"
)
"""Spellings, and the one that stands for all that sound alike; from the first to the last."""
_CHANGES: Final = tuple(pair.split("=") for pair in f"{_LETTERS} {_SPELLINGS}".split())
_UNSEEN: Final = re.compile(
    "[\xad\u034f\u180b-\u180f\u200b-\u200f\u2060-\u206f\ufe00-\ufe0f\U000e0000-\U000e0fff]"
)
"""Joiners, tags and others that show nothing: a name with one looks like the name without."""
_DOUBLED: Final = re.compile(r"(\D)\1+")
_ENDING: Final = re.compile("(σ|ου)$")
_SOUND_OF_ENDING: Final = re.compile("(s|u)$")
_ETA: Final = re.compile(
    r"(?:\b|(?<=[bfjlmnqrsvwxz]))h(?=[b-df-hj-np-tv-xz]|\b)"
    r"|(?<=d)h(?=[b-df-hjkmnp-qstv-xz]|\b)"
    r"|(?<=[gkpt])h(?=[bcdfgjkpqstvwxz]|\b)"
)
"""A Latin h where none is said: it looks like the letter η, as in Elenh, Dhmhtrhs."""

_FIRST_SIGNS: Final = re.compile(r"^\W+")

_TITLE: Final = re.compile(
    r"\s*(?:(?-i:κ)\.|(?:κα|κος|δρ|mr|mrs|ms|dr)(?:\.|(?=\s)))\s*(?=\w)", re.IGNORECASE
)
"""A title before a name; a capital Κ may be an initial."""


def sort_key(name: str) -> str:
    """A name's place in the alphabet: by its letters alone, without accents, capitals and a title.

    >>> sorted(["Ώτις", "«Ο Ψηλός»", "κ. Μαρία", "Αθηνά", "άννα", "Δρ. Ζωή"], key=sort_key)
    ['Αθηνά', 'άννα', 'Δρ. Ζωή', 'κ. Μαρία', '«Ο Ψηλός»', 'Ώτις']
    """
    kept = "".join(char for char in _bare(without_title(name)) if char.isalnum() or char.isspace())
    return kept.strip()


def without_title(name: str) -> str:
    """The name without a title before it.

    >>> [without_title(one) for one in ("κ. Μαρία", "Dr Zoe", "Κ. Παππά", "Καίτη", "Δρ.")]
    ['Μαρία', 'Zoe', 'Κ. Παππά', 'Καίτη', 'Δρ.']
    """
    return _TITLE.sub("", name, count=1) if _TITLE.match(name) else name


def _bare(text: str) -> str:
    """The text without accents, capitals, and what shows nothing.

    >>> _bare("Μα\u200dρία") == _bare("ΜΑΡΙΑ")
    True
    """
    letters = unicodedata.normalize("NFD", _UNSEEN.sub("", text).casefold())
    return "".join(char for char in letters if not unicodedata.combining(char))


def plain(text: str) -> str:
    """The name without accents, capitals and spaces.

    >>> plain("Μαρία Χ.") == plain("ΜΑΡΙΑ χ.")
    True
    """
    return "".join(_bare(text).split())


def who(players: Iterable[str]) -> frozenset[str]:
    """A key of two players, whichever of them is named first."""
    return frozenset(map(plain, players))


PairSound = frozenset[tuple[str, ...]]
"""How two players sound, whichever of them is named first."""


def pair_sounds(players: tuple[str, str]) -> frozenset[PairSound]:
    """How two players sound, in all ways to read them.

    >>> here, there = ("Νίκος Κ.", "Άννα Παππά"), ("Papa Anna", "NIKOS K")
    >>> pair_sounds(here) == pair_sounds(there)
    True
    """
    one, other = (sounding_names([name]) for name in players)
    return frozenset(frozenset({first, second}) for first in one for second in other)


def is_one_player(players: tuple[str, str]) -> bool:
    """Do both names sound alike, so that they may be one person's?"""
    one, other = (sounding_names([name]) for name in players)
    return not one.isdisjoint(other)


def gives_one_of(names: Iterable[str], text: str) -> bool:
    """Does the text give one of the names, word by word, whichever of its words comes first?

    Greek declensions count as well; a part of a word, or of a name, does not.

    >>> gives_one_of(["Μαρία Παππά"], "της ΠΑΠΠΑ Μαρίας δεν της άρεσε")
    True
    >>> gives_one_of(["Rea"], "a real mistake"), gives_one_of(["Rea Minos"], "Rea's mistake")
    (False, False)
    """
    words = _words(text)
    return any(
        sorted(words[at : at + len(name)]) == sorted(name)
        for name in filter(None, map(_words, names))
        for at in range(len(words))
    )


def sounding_names(names: Iterable[str]) -> frozenset[tuple[str, ...]]:
    """The words of these names as they sound, whichever comes first, in all ways to read each.

    >>> sounding_names(["Κώστας Παππάς"]) == sounding_names(["Pappas Kostas"])
    True
    """
    read = (tuple(sorted(words)) for name in names for words in _readings(name))
    return frozenset(filter(None, read))


def _readings(text: str) -> tuple[list[str], ...]:
    """The words as they sound, and as they do where a Latin h is meant for an η."""
    bare = _bare(text)
    with_eta = _ETA.sub("i", bare)
    return (_sounds(bare),) if with_eta == bare else (_sounds(bare), _sounds(with_eta))


def _sounds(text: str) -> list[str]:
    """Each word as it sounds, without the endings of the cases in whatever letters."""
    sounds = (romanized(word) for word in re.findall(r"\w+", _bare(text)))
    return [_SOUND_OF_ENDING.sub(_sound_of_ending, sound) for sound in sounds]


def _sound_of_ending(found: re.Match[str]) -> str:
    return "o" if found[0] == "u" else ""


def sounding_runs(text: str) -> frozenset[tuple[str, ...]]:
    """Every run of words in a text, each as in `sounding_names`: the names that the text gives.

    >>> kostas, dimitris = sounding_names(["Κώστας"]), sounding_names(["Δημήτρης Νεοφύτου"])
    >>> kostas <= sounding_runs("the match of kostas"), kostas <= sounding_runs("του Κώστα")
    (True, True)
    >>> dimitris <= sounding_runs("o dhmhtrhs neofytoy")
    True
    """
    return frozenset(
        tuple(sorted(words[begin:end]))
        for words in _readings(text)
        for begin in range(len(words))
        for end in range(begin + 1, len(words) + 1)
    )


def _words(text: str) -> list[str]:
    """Without accents and capitals, and without the endings of the cases: Γιώργος, Γιώργου."""
    return [_ENDING.sub(_ending, word) for word in re.findall(r"\w+", _bare(text))]


def _ending(found: re.Match[str]) -> str:
    return "ο" if found[0] == "ου" else ""


def find_pairs(pairs: Mapping[str, Pair], text: str) -> tuple[Pair, ...]:
    """The pairs with this number, or of which a player is called so, as far as it is typed.

    Who is called so in other letters comes behind: Κώστας, where `kostas` is typed.
    """
    query = plain(text)
    if query in pairs:
        return (pairs[query],)
    return find_by_name(text, ((pair, pair.players) for pair in pairs.values()))


_Named = TypeVar("_Named")


def find_by_name(text: str, named: Iterable[tuple[_Named, Iterable[str]]]) -> tuple[_Named, ...]:
    """Those of which a name has the text in it; those in whose names it only sounds so behind.

    Where no word of theirs begins so, those follow who are called so in another case of the name.

    >>> find_by_name("Παπακώστας", [(1, ["Αντρέας Παπακώστα"]), (2, ["Κώστας"])])
    (1,)
    >>> find_by_name("Κώστας", [(1, ["Παπακώστας"]), (2, ["Κώστα"])])
    (1, 2)
    >>> find_by_name("kost", [(1, ["Κώστας"]), (2, ["Μαρία"]), (3, ["Kostis"])])
    (3, 1)
    >>> find_by_name("zzz", [(1, ["Ζήνωνας"])])
    ()
    """
    keys = (plain, romanized) if len(plain(text)) >= _FEWEST_LETTERS else (plain,)
    listed = [(one, [*names]) for one, names in named]
    found: dict[int, _Named] = {}
    for key in keys:
        query = key(text)
        if key is romanized and len(query) < _FEWEST_SOUNDS:
            continue
        for place, (one, names) in enumerate(listed):
            if query and any(query in key(name) for name in names):
                found.setdefault(place, one)
    if not any(begins_a_word(text, listed[place][1]) for place in found):
        called = _called_in_any_case(text)
        found.update({at: one for at, (one, names) in enumerate(listed) if called(names)})
    return tuple(found.values())


def _called_in_any_case(text: str) -> Callable[[Iterable[str]], bool]:
    """Return what says whether one of some names has all words of the text, in whatever case."""
    readings = [{*words} for words in _readings(text) if max(map(len, words), default=0) > 1]

    def is_called(names: Iterable[str]) -> bool:
        theirs = [{*there} for name in names for there in _readings(name)]
        return any(words <= there for words in readings for there in theirs)

    return is_called


def begins_a_word(text: str, names: Iterable[str]) -> bool:
    """Whether a word of one of the names begins so, in whatever letters or case.

    >>> begins_a_word("nik", ["Άννα", "Νίκος Κ."]), begins_a_word("Νίκος", ["Πανίκος Χρίστου"])
    (True, False)
    >>> begins_a_word("ψηλός", ["Τάκης (ο «Ψηλός»)"]), begins_a_word("Παπάς", ["Άννα Παπά"])
    (True, True)
    """
    called = [_bare(name) for name in names]
    query = _FIRST_SIGNS.sub("", _bare(text))
    letters, sound = plain(query), romanized(query)
    ends = (name[word.start() :] for name in called for word in re.finditer(r"\w+", name))
    return any(
        plain(end).startswith(letters) or romanized(end).startswith(sound) for end in ends
    ) or _called_in_any_case(text)(called)


def romanized(text: str) -> str:
    """Return the name by its sound, in Latin letters, whatever their spelling.

    >>> romanized("Κώστας") == romanized("kostas") == romanized("Costas")
    True
    >>> romanized("Yılmaz") == romanized("yilmaz")
    True
    >>> {romanized(name) for name in ("Χατζηγεωργίου", "Hadjigeorgiou", "Xatzigewrgiou")}
    {'hatzigeoriu'}
    """
    sound = plain(text)
    for spelling, other in _CHANGES:
        sound = sound.replace(spelling, other)
    return _DOUBLED.sub(r"\1", sound)
