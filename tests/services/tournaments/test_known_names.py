"""A short or misspelt name is led to the one known name that it may mean."""

import time

import pytest

from scorekeeper.tournament.known_names import NameBook

KNOWN = ["Γιώργος Παύλου", "Άννα Παύλου", "Άννα-Μαρία Κωστή", "Yılmaz Öz", "🂡 Ace", "Ρέα"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Γιώργος", "Γιώργος Παύλου"),
        ("Γ. Παύλου", "Γιώργος Παύλου"),
        ("Παύλου Γιώργος", "Γιώργος Παύλου"),
        ("giorgos pavlou", "Γιώργος Παύλου"),
        ("Γιοργος Παβλου", "Γιώργος Παύλου"),
        ("Γιώργος Πάυλο", "Γιώργος Παύλου"),
        ("Γιώργος Παβλίου", "Γιώργος Παύλου"),
        ("Μαρία", "Άννα-Μαρία Κωστή"),
        ("yilmaz", "Yılmaz Öz"),
        ("Ρέα Παύλου", ""),
        ("Γιώργος Γ.", ""),
        ("Παύλου", ""),
        ("Άννα", ""),
        ("Γ", ""),
        ("Νίκος", ""),
        ("🂡", ""),
        ("", ""),
    ],
)
def test_name_is_led_to_the_only_known_one(text, meant):
    assert NameBook(KNOWN).meant(text) == meant


def test_two_spellings_of_one_name_are_one():
    assert NameBook(["Κώστας Παππάς", "Kostas Pappas"]).meant("Κώστας") != ""


def test_long_list_is_looked_up_quickly():
    book = NameBook(f"{chr(945 + at % 24)}νδρέας {at}ου Νικολάου" for at in range(500))
    began = time.process_time()
    for at in range(2000):
        book.meant(f"Ανδρέα {at}ου Νικολαου")
    assert time.process_time() - began < 5
