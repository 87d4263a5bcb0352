"""The check of the language finds each sign."""

import pytest

from tests.language import ALLOWED, SIGNS, count_in


def test_each_sign_has_a_number_of_places():
    assert ALLOWED.keys() == SIGNS.keys()


@pytest.mark.parametrize(
    ("sign", "text"),
    [
        ("is told", "the phone " + "is told so"),
        ("by it", "known " + "by it"),
        ("is none", "there " + "is none"),
        ("of its own", "a page " + "of its own"),
        ("lest", "asks " + "lest it waits"),
        ("a docstring that begins with who, what, where or nobody", '"""' + "Who writes here."),
        ("a comment that begins with who, what, where or nobody", "  # " + "Where it is."),
        ("a comment that begins with who, what, where or nobody", "/* " + "Whose turn it is. */"),
        ("a comment that begins with who, what, where or nobody", "{# " + "What is shown. #}"),
        ("a comment that begins with who, what, where or nobody", " // " + "Nobody asks."),
        ("a test's name that begins with who, what or where", "def " + "test_who_writes():"),
    ],
)
def test_a_sign_is_found(sign, text):
    assert count_in([text])[sign] == 1
    assert count_in([text.replace(" ", "")])[sign] == 0
