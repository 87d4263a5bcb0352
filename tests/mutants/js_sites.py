"""The places where the rules in JavaScript can be changed: the same kinds of changes, made to the
text.
"""

import re
from typing import NamedTuple

_SWAPS = {
    **{"===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    **{"&&": "||", "||": "&&", "+": "-", "-": "+", "+=": "-=", "*": "+", "%": "*", "/": "*"},
    **{"true": "false", "false": "true", "!": ""},
}
_TOKENS = re.compile(
    r"/\*(?:[^*]|\*(?!/))*\*/|//.*|^(?:import|export) [^;=]*? from [^;]*;|=>|"
    r'(?P<text>"[^"]*"|`[^`]*`)|(?P<number>\b\d+n?\b)|'
    r"(?P<operator>===|!==|<=|>=|&&|\|\||\+=|(?<= )[<>+\-*/%](?= )|!|-(?=\d)|\btrue\b|\bfalse\b)",
    re.MULTILINE,
)
_NEIGHBOURS = re.compile(r'(?=(?<=[\[,\s])("[^"]*")(,\s*)("[^"]*")(?=[,\]\n]))')


class Site(NamedTuple):
    """One change that can be made to a text."""

    line: int
    change: str
    start: int
    end: int
    changed: str


def sites(text):
    """Every change to this text, in order."""
    return sorted([*_tokens(text), *_orders(text)], key=lambda site: (site.line, site.start))


def make(text, site):
    return text[: site.start] + site.changed + text[site.end :]


def _tokens(text):
    for found in _TOKENS.finditer(text):
        if found["text"]:
            changed = f"{found[0][:-1]}?{found[0][-1]}"
        elif found["number"]:
            digits = found[0].removesuffix("n")
            changed = f"{int(digits) + 1}{found[0][len(digits) :]}"
        elif found["operator"]:
            changed = _SWAPS[found[0]]
        else:
            continue
        yield _site(text, found.start(), found.end(), changed)


def _orders(text):
    for found in _NEIGHBOURS.finditer(text):
        one, between, other = found.groups()
        yield _site(text, found.start(1), found.end(3), other + between + one)


def _site(text, start, end, changed):
    line = text.count("\n", 0, start) + 1
    change = " ".join(f"{text[start:end]} → {changed}".split())
    return Site(line, change, start, end, changed)
