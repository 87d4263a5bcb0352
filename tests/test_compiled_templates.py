"""Compiled templates are kept, and compiled again where the result would differ."""

import sys

import pytest
from jinja2 import DictLoader, Environment

from scorekeeper.operating import compiled_templates
from scorekeeper.operating.compiled_templates import keep_compiled

SOURCE = {"page": "{{ 20 + 7 }} {{ name }}"}


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that sets environments up, in a folder where Python keeps its modules."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "__pycache__").mkdir()
    file = tmp_path / "pages.py"
    file.write_text("# the first\n")
    return file


def environment_of(module, sources=SOURCE):
    environment = Environment(loader=DictLoader(sources))
    keep_compiled(environment, str(module))
    return environment


def shown_without_compiling(environment, monkeypatch):
    """Render the page; any compiling fails the test."""
    with monkeypatch.context() as patch:
        patch.setattr(environment, "compile", lambda *_: pytest.fail("it is compiled again"))
        return environment.get_template("page").render(name="Άννα")


def test_it_is_compiled_once_for_all_processes(module, monkeypatch):
    assert environment_of(module).get_template("page").render(name="Άννα") == "27 Άννα"
    assert shown_without_compiling(environment_of(module), monkeypatch) == "27 Άννα"


def test_another_source_is_compiled(module):
    environment_of(module).get_template("page")
    other = environment_of(module, {"page": "{{ name }}!"})
    assert other.get_template("page").render(name="Άννα") == "Άννα!"


def test_all_is_compiled_anew_where_its_module_has_changed(module, monkeypatch):
    environment_of(module).get_template("page")
    module.write_text("# the second, with another extension say\n")
    with pytest.raises(pytest.fail.Exception, match="compiled again"):
        shown_without_compiling(environment_of(module), monkeypatch)


def test_all_is_compiled_anew_with_another_jinja(module, monkeypatch):
    environment_of(module).get_template("page")
    monkeypatch.setattr(compiled_templates, "version", lambda _package: "3.99")
    with pytest.raises(pytest.fail.Exception, match="compiled again"):
        shown_without_compiling(environment_of(module), monkeypatch)


def test_compiled_template_is_readable_for_other_users(module):
    environment_of(module).get_template("page")
    (file,) = (module.parent / "__pycache__" / "templates").iterdir()
    assert file.stat().st_mode & 0o777 == 0o644


def test_page_is_rendered_without_a_cache_folder(module):
    (module.parent / "__pycache__").rmdir()
    for _ in range(2):
        assert environment_of(module).get_template("page").render(name="Άννα") == "27 Άννα"
    assert [file.name for file in module.parent.iterdir()] == ["pages.py"]


def test_a_process_that_keeps_no_modules_keeps_no_templates(module, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    environment_of(module).get_template("page")
    assert not any((module.parent / "__pycache__").iterdir())
