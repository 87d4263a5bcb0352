"""Long words are broken at their syllables, in Greek as in English."""

import pytest
from babel.messages.pofile import read_po

from scorekeeper.i18n.language import catalogue_file
from scorekeeper.i18n.syllables import LONGEST_WHOLE, SOFT_HYPHEN, syllables
from tests.node import assert_alike


@pytest.mark.parametrize(
    ("word", "broken"),
    [
        ("Χατζηκωνσταντινίδης", "Χα-τζη-κων-στα-ντι-νί-δης"),
        ("Παπαχριστοδουλοπούλου", "Πα-πα-χρι-στο-δου-λο-πού-λου"),
        ("Χατζησάββας", "Χα-τζη-σάβ-βας"),
        ("Κωνσταντίνος", "Κων-στα-ντί-νος"),
        ("Παρασκευαΐδης", "Πα-ρα-σκευαΐ-δης"),
        ("ΧΑΤΖΗΓΕΩΡΓΙΟΥ", "ΧΑ-ΤΖΗ-ΓΕΩΡ-ΓΙΟΥ"),
        ("Constantinou", "Con-stan-ti-nou"),
        ("Hadjichristodoulou", "Had-ji-chri-sto-dou-lou"),
    ],
)
def test_a_long_word_is_broken_between_syllables(word, broken):
    assert syllables(word).replace(SOFT_HYPHEN, "-") == broken


def test_a_short_word_stays_whole_and_a_name_of_two_parts_is_broken_in_each():
    assert syllables("Αντώνης – Σάββας 12345678901234") == "Αντώνης – Σάββας 12345678901234"
    told = syllables("Παναγιώτης-Ευάγγελος")
    assert told.split("-")[1].replace(SOFT_HYPHEN, "|") == "Ευάγ|γε|λος"
    assert len("Αντώνης") == LONGEST_WHOLE


@pytest.mark.parametrize(
    "text", ["", "ΒΓΔΖΘΚΛΜΝΞΠΡΣΤΦΧΨ", "🃏" * 20, "<b>aaaaaaaaaaaaaaa</b>", "שלוםשלוםשלוםשלום"]
)
def test_nothing_is_lost(text):
    assert syllables(text).replace(SOFT_HYPHEN, "") == text


def test_a_name_may_be_broken_into_shorter_parts():
    assert syllables("Μαρία Αντωνία", 4).replace(SOFT_HYPHEN, "-") == "Μα-ρία Αντω-νία"


def test_no_syllable_is_a_letter_alone():
    assert all(len(part) > 1 for part in syllables("Αλεξανδροπουλίδου").split(SOFT_HYPHEN))


def test_a_phone_breaks_them_at_the_same_places():
    with catalogue_file("el").open("rb") as file:
        texts = [str(part) for said in read_po(file) for part in (said.id, said.string)]
    names = ["Χατζηκωνσταντινίδης", "ΠΑΡΑΣΚΕΥΑΪΔΗΣ", "Hadjichristodoulou", "🃏" * 20, "ΒΓΔΖΘΚΛΜΝΞ"]
    assert_alike("syllables.mjs", [(text, syllables(text, 4)) for text in [*names, *texts]])
