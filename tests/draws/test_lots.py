"""Lots that anyone can draw again, without a line of this project."""

import subprocess

from scorekeeper.draws.model import draw_lot
from tests.draws.playing import drawn


def test_a_lot_is_what_sha256sum_says():
    text = r'[7, 1, "\u039c\u03b1\u03c1\u03af\u03b1"]'
    said = subprocess.run(
        ["sha256sum"], input=text, text=True, capture_output=True, check=True
    ).stdout
    assert draw_lot(7, 1, "Μαρία") == int(said[:10], 16)


def test_a_random_draw_is_the_order_of_the_lots():
    pairs = ["α", "β", "γ", "δ", "ε"]
    order = sorted(pairs, key=lambda pair: draw_lot(42, 1, pair))
    assert drawn("random", pairs, seed=42) == {
        "ok": True,
        "tables": [order[0:2], order[2:4]],
        "byes": order[4:],
    }


def test_names_that_run_together_have_lots_of_their_own():
    assert draw_lot(7, 1, "1", "23") != draw_lot(7, 1, "12", "3")
