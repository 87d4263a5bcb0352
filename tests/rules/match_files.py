"""Small match files, and what is wrong with them."""

from scorekeeper.rules.match_file import read_match

MADE = {"bidder": "A", "bid": 80, "points": {"A": 100}}  # 18-6
SIDES = {
    "A": {"name": "Εμείς", "players": ["Μαρία", "Γιώργος"]},
    "B": {"name": "Αυτοί", "players": []},
}


def match_file(**changes):
    """A small match file with some of its fields changed; None takes a field out."""
    file = {
        "format": 1,
        "sides": SIDES,
        "rules": "cafe",
        "first_dealer": "A1",
        "hands": [MADE],
        "open": None,
        "ended": None,
    }
    return {name: value for name, value in (file | changes).items() if value is not None}


def match_of(**changes):
    match, wrong = read_match(match_file(**changes))
    assert wrong == ()
    return match


def problems_of(**changes):
    """The problems as `row code field`, without the row where they are the file's own."""
    match, wrong = read_match(match_file(**changes))
    assert (match is None) == bool(wrong)
    return [" ".join(str(part) for part in problem if part is not None) for problem in wrong]


def sound_file(rules, rows, **changes):
    """A match file of those rows that can be scored, the others left out."""
    file = match_file(**{"rules": rules, "hands": rows, **changes})
    match, wrong = read_match(file)
    while match is None:
        bad = {problem.row for problem in wrong}
        assert None not in bad, wrong
        file["hands"] = [row for place, row in enumerate(file["hands"], 1) if place not in bad]
        match, wrong = read_match(file)
    return file
