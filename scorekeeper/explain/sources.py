"""Names the sources of a rule, or says that it is our reading."""

from typing import Final

from flask_babel.speaklater import LazyString

from scorekeeper.i18n.language import _, _l

SOURCE_NAMES: Final[dict[str, LazyString]] = {
    "kypros": _l("kypros.org"),
    "gamerules": _l("gamerules"),
    "wikipedia": _l("Wikipedia"),
    "cardrules": _l("cardrulesplus"),
    "simple": _l("rule card to 151"),
    "online": _l("online game"),
    "openclose": _l("open–closed scorer"),
    "code": _l("public Cypriot code"),
}
"""The sources, by the preset that follows each; `code` is programs of Cypriot authors."""


def named_sources(sources: tuple[str, ...]) -> str:
    """These sources, or `Tefteri's reading` where there are none."""
    if not sources:
        return our_reading()
    return ", ".join(str(SOURCE_NAMES[source]) for source in sources)


def reading_of(sources: tuple[str, ...]) -> str:
    """Say that these sources are read so: `Tefteri's reading of kypros.org`."""
    return _("Tefteri's reading of %(sources)s", sources=named_sources(sources))


def our_reading() -> str:
    """The source of what no source says."""
    return _("Tefteri's reading")
