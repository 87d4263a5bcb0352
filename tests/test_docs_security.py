"""docs/security.md: every chapter of the standard, and evidence that is there."""

import re

from tests.processes import PROJECT

TEXT = (PROJECT / "docs/security.md").read_text()
ROWS = re.findall(r"^\| (\d+\.\d+)[^|]* \| ([^|]*) \| ?(.*)\|$", TEXT, re.MULTILINE)
SECTIONS_PER_CHAPTER = {
    **{1: 5, 2: 4, 3: 7, 4: 4, 5: 4, 6: 8, 7: 6, 8: 4, 9: 2, 10: 7, 11: 7, 12: 3, 13: 4, 14: 3},
    **{15: 4, 16: 5, 17: 3},
}
"""As ASVS 5.0.0 has them."""
OF_LEVEL_3 = {"3.1", "3.6", "11.7", "15.4"}
"""Sections without a requirement of the first two levels."""


def named(row):
    """The sections that a line is about: `4.3 GraphQL, 4.4 WebSocket`, `17.1–17.3`."""
    first, last = re.match(r"\| (\d+\.\d+)(?:–(\d+\.\d+))?", row).groups()
    if last is None:
        return re.findall(r"(?:\| |, )(\d+\.\d+)(?= )", row.split(" | ")[0])
    chapter, begin = first.split(".")
    return [f"{chapter}.{one}" for one in range(int(begin), int(last.split(".")[1]) + 1)]


def test_every_section_has_its_row():
    rows = [line for line in TEXT.splitlines() if re.match(r"\| \d", line)]
    told = [section for row in rows for section in named(row)]
    wanted = {
        f"{chapter}.{section}"
        for chapter, count in SECTIONS_PER_CHAPTER.items()
        for section in range(1, count + 1)
    }
    assert len(told) == len(set(told))
    assert set(told) == wanted - OF_LEVEL_3


def test_a_row_says_what_it_is_and_why():
    assert {verdict for _section, verdict, _why in ROWS} == {"pass", "fail", "—"}
    for section, verdict, why in ROWS:
        assert verdict == "—" or why.strip(), section
        if verdict == "fail":
            assert re.search(rf"\b{re.escape(section)}\.\d", why), f"{section}: which of them?"


def test_the_evidence_is_there():
    paths = re.findall(r"`((?:tests|scorekeeper|deploy)[\w./]*|[\w-]+\.(?:lock|json))`", TEXT)
    assert len(paths) > 50
    assert [path for path in paths if not (PROJECT / path).exists()] == []


def test_its_links_lead_somewhere():
    for file, anchor in re.findall(r"\]\(([\w/-]+\.md)(?:#([^)]+))?\)", TEXT):
        lines = (PROJECT / "docs" / file).read_text().splitlines()
        titles = [line.lstrip("# ") for line in lines if line.startswith("#")]
        anchors = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in titles}
        assert not anchor or anchor in anchors, f"{file}#{anchor}"
