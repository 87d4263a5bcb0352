"""Every Greek sentence with its possible values, and the faults of its grammar.

`python -m tests.explain.greek` prints them all, for another reading.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from babel.messages.pofile import read_po
from flask_babel.speaklater import LazyString

from scorekeeper.explain import field_words, tournament_operations
from scorekeeper.explain.field_words import FILE_FIELDS, HAND_FIELDS
from scorekeeper.explain.label_words import FOURS, KIND_NAMES
from scorekeeper.i18n.language import catalogue_file, use_locale


def words(text: str) -> list[str]:
    """The words of a text, for a list that is long."""
    return text.split()


def of_table(*tables: Mapping[Any, LazyString]) -> tuple[str, ...]:
    """The Greek words of these tables, which stand in sentences of others."""
    with use_locale("el"):
        return tuple(str(text) for table in tables for text in table.values())


ONE, MORE = ("1",), ("2", "21")
NUMBERS = (*ONE, *MORE)
MARK = "\N{WORD JOINER}"
"""Round a name that stands for a value, and not in the sentence itself."""
SIDES = tuple(f"{MARK}{name}{MARK}" for name in ("Εμείς", "Αυτοί", "Μαρία & Γιώργος"))
SEATS = tuple(f"{MARK}{name}{MARK}" for name in ("Εμείς 1", "Αυτοί 2", "Μαρία"))
CARDS = ("♠ J", "♠ J 7")
HANDS = ("3", "3, 5")

EXPECTED = of_table(*(vars(of)["_EXPECTED"] for of in (field_words, tournament_operations)))
"""The permitted contents of a field, for hands, files and programs."""

VALUES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        words(
            "a b all bonus count digit events expected fewer full hands_won last less minutes "
            "more most num number off page pages place places points rest rows same seed size "
            "spare stake sum tenths_a tenths_b times total tournaments tricks version won "
            "written highest matches longest low high hours step round row line table migration "
            "target phone seat pair index"
        ),
        NUMBERS,
    ),
    **dict.fromkeys(["side", "us", "them", "new", "old"], SIDES),
    **dict.fromkeys(["who", "next", "turn", "dealer", "shuffler", "out"], SEATS),
    **dict.fromkeys(["best", "trick", "bid_of", "suit", "trump"], CARDS[:1]),
    "player": ("Μαρία",),
    "field": of_table(HAND_FIELDS, FILE_FIELDS),
    "kind": of_table(KIND_NAMES, FOURS),
    "cards": (*NUMBERS, *CARDS),
    "hands": HANDS,
    "hand": (*NUMBERS, *CARDS),
    "bid": ("8 ♥", "86", "καπό"),
    "doubled": ("κλειστό", "×4"),
}
"""By name. A name that is not here stands for a text, and `…` replaces it."""
FORMS = {
    "num": (ONE, ("0", *MORE)),
    "hands": (HANDS[:1], HANDS[1:]),
    "cards": (CARDS[:1], CARDS[1:]),
}
"""By name, in a sentence that has a form for one and another for more."""
SPECIAL: dict[tuple[str, str], tuple[str, ...]] = {
    ("%(most)s papers", "most"): MORE,
    ("%(field)s cannot be read", "expected"): EXPECTED,
    ("%(rules)s: %(score)s", "all"): ("9",),
    ("A bid is from", "high"): ("40", "400"),
    ("A kapo takes all", "total"): ("162", "130"),
    ("A match of more than", "rows"): ("1000",),
    ("A sheet has at most", "most"): ("28", "351"),
    ("More than", "most"): ("40",),
    ("A tournament has at most", "most"): ("1000",),
    ("All %(count)s", "count"): MORE,
    ("At most", "longest"): ("40", "80"),
    ("Final of the first", "count"): ("2",),
    ("Semi-finals of the first", "count"): ("4",),
    ("Quarter-finals of the first", "count"): ("8",),
    ("Say why", "longest"): ("80",),
    ("A club has at most", "most"): ("1000",),
    ("a name has more than", "most"): ("40",),
    ("a tournament has at most", "most"): ("1000",),
    ("the bid failed: all", "total"): ("162", "16"),
    ("the longer run", "cards"): ("6 > 5",),
}
"""By how the English sentence begins, and the name: where fewer values can stand than it says."""

NOUNS = {
    "άσος": "άσοι",
    "άτομο": "άτομα",
    "βαλές": "βαλέδες",
    "βοηθό": "βοηθούς",
    "βραδιά": "βραδιές",
    "γραμμή": "γραμμές",
    "γράμμα": "γράμματα",
    "γύρο": "γύρους",
    "γύρος": "γύροι",
    "δεκάρι": "δεκάρια",
    "εννιάρι": "εννιάρια",
    "έντυπο": "έντυπα",
    "ζευγάρι": "ζευγάρια",
    "κανόνας": "κανόνες",
    "θέση": "θέσεις",
    "καλύτερη": "καλύτερες",
    "καπό": "καπό",
    "λεπτό": "λεπτά",
    "μέρα": "μέρες",
    "ντάμα": "ντάμες",
    "παίκτης": "παίκτες",
    "παρτίδα": "παρτίδες",
    "πόντο": "πόντους",
    "πόντος": "πόντοι",
    "ρήγας": "ρηγάδες",
    "σετ": "σετ",
    "σημείο": "σημεία",
    "συσκευή": "συσκευές",
    "τουρνουά": "τουρνουά",
    "τραπέζι": "τραπέζια",
    "τραπεζιού": "τραπεζιών",
    "φορά": "φορές",
    "χαρακτήρα": "χαρακτήρες",
    "χαρτί": "χαρτιά",
    "χέρι": "χέρια",
    "ψηφίο": "ψηφία",
}
"""The counted nouns: for one, and for more."""
VERBS = {
    "μετρά": "μετρούν",
    "λείπει": "λείπουν",
    "μένει": "μένουν",
    "παίχτηκε": "παίχτηκαν",
    "παίζεται": "παίζονται",
    "περισσεύει": "περισσεύουν",
    "σταμάτησε": "σταμάτησαν",
    "τέλειωσε": "τέλειωσαν",
}
"""The verbs beside a number: for one, and for more."""
NEUTRAL = frozenset(
    words(
        "από αντί αξίζει για δεν είναι ή και καρέ κάνουν κερδίζει με παραπάνω που στην στις στο "
        "στον σε της τελειώνουν το ως ώρ KB J A"
    )
)
"""Words that may stand behind a number whatever it is."""
NUMBERED = frozenset(
    words(
        "γραμμή γύρο γύρος γύρου ερώτηση ζευγάρι ζευγαριού θέση κινητό κριτήριο μετάβαση παίκτης "
        "παρτίδα παρτίδας σελίδα τραπέζι χέρι χέρια"
    )
)
"""Of what stands before its number, the number counts nothing."""
PLURAL_ARTICLES = r"(?:οι|τους|τις|των|τα|στα|στους|στις)"
PLURAL_VERB = r"\w+(?:ουν|ούν|άνε|νται|ηκαν|ήκαν|σαν|ναν)"
TRANSITIVE = frozenset(["δίνουν", "θέλουν", "κάνουν"])
"""Of these the number is what is done, not who does it."""
BESIDE_NAMES = frozenset(words("από για γιατί ή και κάθονται με ξανά όχι στη σε του της"))
"""Words that may stand next to a side's or a player's name: none that agrees with one."""
LISTED = (
    r"Λάθος στο \S+ο\b",
    r"βγήκ\w+ πρώτ",
    r"μένει ανοικτ",
    r"στρογγυλεύει\b",
    r"^Γράφουν:",
    r"^Εκεί είναι",
    r", κόζι$.*αλλά|αλλά %\(run\)s",
    r"κανένας από τους έτοιμους",
    r"στα ίσια",
    r"[αΑ]παντ\w+ για\b",
    r"όπως όποτε",
    r"είναι όποιος κάθεται",
    r"κάτω κατά",
    r"Χωρίς ένα χρώμα",
    r"δήλωσε δεν το πήραν",
    r"Μετά από πάσο όλοι",
    r"\bαντέγραψ",
    r"κοντινό τέλος",
)
"""Phrases that no Greek café uses; each was found once and must not come back."""
OTHER_WORDS = {
    r"αναπληρωματικ\w*": "αντικαταστάτης",
    r"διακομιστ\w*": "Τεφτέρι",
    r"εκκρεμ\w*": "ανοικτή",
    r"σαρώ\w*": "σκανάρει",
    r"σβησμέν\w*": "διαγραμμένο",
    r"(?:σιωπ|σωπα)\w*": "χωρίς νέο χέρι",
    r"περιηγητ\w*": "browser",
    r"ζεύγ\w*": "ζευγάρι",
    r"σημαί\w*": "ένσταση",
    r"τίποτε\b": "τίποτα",
    r"[τΤ]ελείωσ\w*": "τέλειωσε",
    r"μετρά(?:ει|νε)\b": "μετρά, μετρούν",
    r"(?:το|του|στο) Tefteri\b": "Τεφτέρι",
}
"""Words for which another stands everywhere: one thing has one word."""


class Sentence(NamedTuple):
    """A sentence as it stands in the catalogue."""

    english: str
    greek: str
    is_of_one: bool | None
    """Is it the form for one, or that for more? None where there is only one form."""

    @property
    def names(self) -> list[str]:
        """The names of the values in it."""
        return re.findall(r"%\((\w+)\)s", self.greek)

    def told(self) -> Iterator[str]:
        """The sentence with each value that can stand in it, one name at a time."""
        first = {name: self.values_of(name)[0] for name in self.names}
        yield self.greek % first if first else self.greek
        for name in first:
            for value in self.values_of(name)[1:]:
                yield self.greek % {**first, name: value}

    def values_of(self, name: str) -> tuple[str, ...]:
        """Return the values that can replace that name here."""
        if self.is_of_one is not None and name in FORMS:
            return FORMS[name][0 if self.is_of_one else 1]
        for (beginning, special), values in SPECIAL.items():
            if special == name and self.english.startswith(beginning):
                return values
        return VALUES.get(name, ("…",))


def sentences() -> Iterator[Sentence]:
    """Every sentence of the catalogue: of the tables of `scorekeeper/explain`, and of the pages."""
    with catalogue_file("el").open("rb") as source:
        catalogue = read_po(source, locale="el")
    for message in catalogue:
        if isinstance(message.id, tuple):
            for form, greek in enumerate(message.string):
                yield Sentence(message.id[1], greek, form == 0)
        elif message.id:
            yield Sentence(message.id, message.string, None)


def wrong_in(told: str) -> list[str]:
    """Return the disagreements in a sentence."""
    text = told.replace("\N{NO-BREAK SPACE}", " ").replace("\N{ZERO WIDTH SPACE}", "")
    listed = [f"«{one}»" for one in LISTED if re.search(one, text)]
    beside = (*_beside_names(text), *_beside_fields(text), *_two_articles(text))
    return [*listed, *other_words(text), *_behind_numbers(text), *_before_numbers(text), *beside]


def other_words(text: str) -> Iterator[str]:
    """Words for which the other sentences have another."""
    for pattern, word in OTHER_WORDS.items():
        for found in re.findall(rf"\b{pattern}", text):
            yield f"«{found}»: elsewhere «{word}»"


def _two_articles(text: str) -> Iterator[str]:
    """An article before a value that brings its own."""
    articles = r"(?:[σΣ]?[τΤ](?:ο|ον|ην)|[οΟ]|[ηΗ])"
    for found in re.findall(rf"(?<!\w)({articles} (?:ο|η|οι|το|τα|τον|την))(?!\w)", text):
        yield f"«{found}»"


def _behind_numbers(text: str) -> Iterator[str]:
    number_and_word = r"(\w*)(?:^| |«|\()(?<![×+–−:<>] )(\d+) ([^\W\d]+)"
    for before, number, word in re.findall(number_and_word, text):
        if before.lower() in NUMBERED or word in NEUTRAL:
            continue
        ones, more = {*NOUNS, *VERBS}, {*NOUNS.values(), *VERBS.values()}
        if word not in ones | more:
            yield f"«{word}» behind a number: is it for one, or for more?"
        elif word not in (ones if number == "1" else more):
            yield f"«{number} {word}»"


def _before_numbers(text: str) -> Iterator[str]:
    one = r"1(?!\w|[.,]\d|–| –|′)"
    for article in re.findall(rf"\b({PLURAL_ARTICLES}) {one}", text):
        yield f"«{article} 1»"
    for verb in re.findall(rf"\b({PLURAL_VERB}) {one}", text):
        if verb not in TRANSITIVE:
            yield f"«{verb} 1»"
    for verb in re.findall(rf"\b({'|'.join(VERBS)}) (?:2|21)\b", text):
        yield f"«{verb} 2»"


def _beside_fields(text: str) -> Iterator[str]:
    """A verb for one before more, or before a name that is no object."""
    for subject, verb in re.findall(r"(\w* ?(?:δεν )?)\b(\w+(?:ει|εί|[^ν]ται)): (?:οι|τα) ", text):
        if subject.startswith("Κάτι"):
            continue
        yield f"«{verb}» before more than one"
    for verb in re.findall(r"\b(\w+(?:άλε|άξε|ώσε)): (?:ο|η|οι) ", text):
        yield f"«{verb}» and no object"
    for article in re.findall(r"Θέλει (ο|η|οι) ", text):
        yield f"«Θέλει {article}»"


def _beside_names(text: str) -> Iterator[str]:
    name = rf"{MARK}[^{MARK}]+{MARK}"
    beside = [
        *re.findall(rf"(\w+) {name}", text),
        *re.findall(rf"{name} ([^\W\d]+)", text),
        *re.findall(rf"{name}[,:] (\w+(?:ουν|ούν|ησε|ήρε))\b", text),
    ]
    for word in beside:
        if word.lower() not in BESIDE_NAMES:
            yield f"«{word}» beside a name"


if __name__ == "__main__":
    for one in sentences():
        for told in dict.fromkeys(one.told()):
            faults = "".join(f"  ← {fault}" for fault in wrong_in(told))
            print(told.replace(MARK, "") + faults)
