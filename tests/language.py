"""Count the signs of unclear English in tracked files, and refuse more of them.

A sentence has a noun as its subject, and a reader whose third language is English. Each sign below
may become rarer: then its number is lowered by hand. A line that adds one is to be written anew.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
OWN_FILES = "tests/language.py", "tests/test_language.py"
FILES = "*.py", "*.js", "*.ts", "*.html", "*.css", "*.md"
ALLOWED = {
    "is told": 6,
    "by it": 2,
    "is none": 9,
    "of its own": 14,
    "lest": 0,
    "a docstring that begins with who, what, where or nobody": 0,
    "a comment that begins with who, what, where or nobody": 0,
    "a test's name that begins with who, what or where": 0,
}
SIGNS = {
    "is told": r"\b(?:is|are|was|were) told\b",
    "by it": r"\bby it\b",
    "is none": r"\b(?:is|are) none\b",
    "of its own": r"\bof (?:its|their) own\b",
    "lest": r"\blest\b",
    "a docstring that begins with who, what, where or nobody": (
        r'"""(?:Who|Whom|Whose|What|Where|Nobody|None)\b'
    ),
    "a comment that begins with who, what, where or nobody": (
        r"(?:/\*+|\{#-?|<!--|(?m:(?:^|\s)//|^ +#)) *(?:Who|Whom|Whose|What|Where|Nobody|None)\b"
    ),
    "a test's name that begins with who, what or where": r"\bdef test_(?:who|what|where)",
}


def main() -> int:
    """Print each sign that is found more often than it is allowed; the exit status."""
    found = count_in(tracked_texts())
    wrong = [sign for sign, allowed in ALLOWED.items() if found[sign] > allowed]
    added = last_change() if wrong else ""
    for sign in wrong:
        heading = f"“{sign}”: {found[sign]} found, {ALLOWED[sign]} allowed."
        print(heading, *lines_with(sign, added), sep="\n", file=sys.stderr)
    for sign, allowed in ALLOWED.items():
        if found[sign] < allowed:
            print(f"“{sign}”: {found[sign]} found; tests/language.py may allow no more than that.")
    return 1 if wrong else 0


def tracked_texts():
    """Yield the text of each tracked file, but for what others wrote and the check itself."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *FILES], cwd=PROJECT, capture_output=True, check=True
    )
    for name in listed.stdout.decode().split("\0"):
        path = PROJECT / name
        if name and "vendor" not in name and name not in OWN_FILES and path.is_file():
            yield path.read_text(encoding="utf-8")


def count_in(texts):
    """Count each sign in the texts."""
    found = Counter()
    for text in texts:
        for sign, pattern in SIGNS.items():
            found[sign] += len(re.findall(pattern, text))
    return found


def last_change():
    """Return the lines that are new since the commit before the last one, or ""."""
    told = subprocess.run(
        ["git", "diff", "-U0", "HEAD~1", "--", *FILES], cwd=PROJECT, capture_output=True
    )
    lines = told.stdout.decode(errors="replace").splitlines()
    return "\n".join(line[1:] for line in lines if line.startswith("+") and line[1:2] != "+")


def lines_with(sign, text):
    """The lines of a text with this sign."""
    return [f"    {line.strip()}" for line in text.splitlines() if re.search(SIGNS[sign], line)]


if __name__ == "__main__":
    sys.exit(main())
