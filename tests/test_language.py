"""The check of the language finds each sign."""

import pytest

from tests.language import ALLOWED, SIGNS, count_in, tracked_texts


def test_each_sign_has_a_number_of_places():
    assert ALLOWED.keys() == SIGNS.keys()


def test_no_sign_stands_more_often_than_it_is_allowed():
    found = count_in(tracked_texts())
    assert {sign: found[sign] for sign in SIGNS if found[sign] > ALLOWED[sign]} == {}


@pytest.mark.parametrize(
    ("sign", "text"),
    [
        ("is told", "the phone " + "is told so"),
        ("by it", "known " + "by it"),
        ("is none", "there " + "is none"),
        ("of its own", "a page " + "of its own"),
        ("lest", "asks " + "lest it waits"),
        ("a docstring that begins with who, what, where or nobody", '"""' + "Who writes here."),
        ("a test's name that begins with who, what or where", "def " + "test_who_writes():"),
    ],
)
def test_a_sign_is_found(sign, text):
    assert count_in([text])[sign] == 1
    assert count_in([text.replace(" ", "")])[sign] == 0
