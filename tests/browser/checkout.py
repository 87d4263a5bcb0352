"""A server that runs a copy of the program, which a test may change under it."""

import shutil

from tests.server import PROJECT, Server

_PROGRAM = ("scorekeeper", "templates", "static", "docs")


class Checkout(Server):
    """Its `style` is a file of every page's."""

    def __init__(self, folder, **settings):
        checkout = folder / "checkout"
        ignored = shutil.ignore_patterns("*.pyc.*")  # that another test is about to write
        for name in _PROGRAM:
            shutil.copytree(PROJECT / name, checkout / name, ignore=ignored)
        super().__init__(folder / "instance", checkout=checkout, **settings)
        self.templates = checkout / "templates"
        self._style = checkout / "static" / "css" / "base.css"

    def change(self, path, changed):
        """Let what the function makes of it stand in the file, from the next start on."""
        file = self.templates.parent / path
        before = file.read_text()
        after = changed(before)
        assert after != before, f"nothing was changed in {path}"
        file.write_text(after)

    def upgrade(self):
        """Stop, and start as a newer version: with another style sheet."""
        self.stop()
        self._style.write_text(self._style.read_text() + "\n.newer {\n  color: red;\n}\n")
        self.start()
