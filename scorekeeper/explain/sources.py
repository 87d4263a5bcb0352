"""Where each value of a switch comes from. Only what a source says; all else is our reading.

The sources are listed with their addresses in `docs/rules.md`, whose table is checked against
this one.
"""

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
"""By the preset that follows the source; `code` is the public programs of Cypriot authors."""

SOURCES: Final[dict[tuple[str, object], tuple[str, ...]]] = {
    ("unit", "tenths"): ("gamerules", "kypros"),
    ("unit", "points"): ("cardrules", "simple"),
    ("six_six", "more_points"): ("gamerules", "kypros"),
    ("six_six", "bidder"): ("online",),
    ("six_six", "ask"): ("openclose",),
    ("extras_count", True): ("cardrules", "online", "openclose"),
    ("extras_count", False): ("gamerules",),
    ("stake", True): ("gamerules", "kypros"),
    ("stake_to", "contract"): ("online", "openclose"),
    ("stake_to", "more_points"): ("gamerules",),
    ("failed_declarations", "defence"): ("kypros", "online"),
    ("failed_declarations", "bidder"): ("gamerules", "openclose"),
    ("failed_declarations", "nobody"): ("cardrules",),
    ("failed_pilotta", "defence"): ("cardrules", "online"),
    ("failed_pilotta", "holder"): ("gamerules", "wikipedia", "openclose"),
    ("kapo_bonus", 88): ("gamerules", "kypros", "online"),
    ("kapo_bonus", 90): ("cardrules",),
    ("kapo_bonus", 100): ("cardrules",),
    ("kapo_when_doubled", "full"): ("online",),
    ("kapo_when_doubled", "plain"): ("openclose",),
    ("reversed_extras", "nobody"): ("openclose",),
    ("doubling", "stake"): ("online", "openclose"),
    ("doubling", "all"): ("cardrules",),
    ("kapo_bid", True): ("online",),
    ("bid_step", 10): ("cardrules", "simple", "wikipedia", "gamerules", "kypros"),
    ("bid_step", 1): ("cardrules", "wikipedia"),
    ("trumps", "with_none_all"): ("cardrules", "simple"),
    ("none_total", 162): ("cardrules",),
    ("none_total", 130): ("simple",),
    ("declaration_order", "natural"): ("gamerules", "kypros"),
    ("declaration_order", "cards"): ("cardrules",),
    ("four_beats_run", True): ("wikipedia",),
    ("declaration_tie", "nobody"): ("online",),
    ("declaration_tie", "leader"): ("cardrules",),
    ("trump_breaks_tie", True): ("code",),
    ("pilotta_failed_penalty", 20): ("cardrules",),
    ("target", 151): ("cardrules", "simple", "wikipedia"),
    ("target", 251): ("cardrules", "wikipedia"),
    ("target", 351): ("cardrules", "wikipedia", "gamerules"),
    ("target", 401): ("cardrules",),
    ("claim", True): ("gamerules",),
    ("plays", "right"): ("cardrules", "wikipedia"),
    ("plays", "left"): ("simple",),
    ("deal_passes", "right"): ("cardrules", "online"),
    ("deal_passes", "left"): ("wikipedia", "gamerules"),
    ("pass_out", "next"): ("online",),
    ("pass_out", "same"): ("cardrules", "gamerules"),
    ("leads", "eldest"): ("cardrules", "simple", "wikipedia", "kypros"),
    ("leads", "bidder"): ("gamerules",),
    ("pass_is_final", True): ("cardrules", "gamerules"),
    ("pass_is_final", False): ("kypros",),
    ("overtrump", "always"): ("wikipedia", "kypros"),
    ("overtrump", "ruffing"): ("cardrules", "gamerules"),
}


def switch_source(field: str, value: object) -> str:
    """Who says so, in a word or two: `kypros.org, gamerules`, or `Tefteri's reading`."""
    return named_sources(SOURCES.get((field, value), ()))


def named_sources(sources: tuple[str, ...]) -> str:
    """These sources, or `Tefteri's reading` where there are none."""
    if not sources:
        return our_reading()
    return ", ".join(str(SOURCE_NAMES[source]) for source in sources)


def our_reading() -> str:
    """The source of what no source says."""
    return _("Tefteri's reading")
