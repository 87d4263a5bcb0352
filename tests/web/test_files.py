"""Static files: an address that changes when they do, and modules that find each other."""

import re

from tests.processes import PROJECT

EXPORTED = r"^export (?:(?:async )?(?:function|const|let|class) {0}\b|\{{[^}}]*\b{0}\b)"
NAMES = r'^(?:im|ex)port \{([^}]*)\} from "(\.[^"]+)"'
PASSED_ON = r'^export \* from "(\.[^"]+)"'
IMPORTED = r'^(?:im|ex)port\b[^;]*?\bfrom "(\.[^"]+)"'


def test_a_file_of_this_version_may_be_kept_for_a_year(phone):
    address = phone.get("/").find(".//link[@rel='icon']").get("href")
    answer = phone.get(address)
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_page_of_an_older_version_gets_the_file_and_does_not_keep_it(phone):
    answer = phone.get("/static/-0123456789/icon.svg")
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_every_module_that_is_imported_is_there():
    folder = PROJECT / "static/js"
    for file in folder.rglob("*.js"):
        for other in re.findall(
            r'^(?:im|ex)port\b[^;]*?\bfrom "(\.[^"]+)"', file.read_text(), re.M
        ):
            assert (file.parent / other).is_file(), f"{file.name} imports {other}"


def test_every_name_that_is_imported_is_exported_there():
    for file in (PROJECT / "static/js").rglob("*.js"):
        for names, other in re.findall(NAMES, file.read_text(), re.MULTILINE):
            for name in (one.split(" as ")[0].strip() for one in names.split(",") if one.strip()):
                assert is_exported(name, file.parent / other), f"{file.name}: {name} from {other}"


def is_exported(name, file):
    text = file.read_text()
    return bool(re.search(EXPORTED.format(name), text, re.MULTILINE)) or any(
        is_exported(name, file.parent / other)
        for other in re.findall(PASSED_ON, text, re.MULTILINE)
    )
