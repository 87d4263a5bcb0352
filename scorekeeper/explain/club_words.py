"""Words about clubs, their seasons and faults, and the numbers of a record with their intervals."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple, Protocol

from scorekeeper.club.acts.club_fields import LONGEST_CLUB_TEXT, ClubCode, ClubFault
from scorekeeper.club.acts.roster import MOST_PERSONS
from scorekeeper.club.club_matches import seatings_of
from scorekeeper.club.club_state import Club, ClubPerson, SeasonRanking
from scorekeeper.club.erased_names import is_hidden
from scorekeeper.club.seasons.played_figures import (
    BID_LEVELS,
    BidLevel,
    Differences,
    PlayFigures,
    Share,
    decimal_text,
    mean_interval,
    wilson,
)
from scorekeeper.club.seasons.season import SeasonBy, SeasonTie
from scorekeeper.explain.shown_names import names_to_show
from scorekeeper.explain.tournament_words import title_of
from scorekeeper.i18n.language import Sentences, _l, decimal_mark
from scorekeeper.i18n.language import gettext as _
from scorekeeper.journal.role_acts import MOST_HELPERS, Helper
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.tournament.pair_names import plain
from scorekeeper.tournament.service import TOURNAMENTS

SchemeName = Literal["places", "results", "score", "difference"]

RANKED: Final[Sentences[SeasonBy]] = Sentences(
    {"pair": _l("Pairs"), "player": _l("Players, with whatever partner")}
)
SCHEMES: Final[Sentences[SchemeName]] = Sentences(
    {
        "places": _l("By place"),
        "results": _l("By results"),
        "score": _l("All points of the evening"),
        "difference": _l("The difference of the evening"),
    }
)
SEASON_TIES_SAID: Final[Sentences[SeasonTie]] = Sentences(
    {
        "wins": _l("Evenings won"),
        "countback": _l("The best evening, then the next"),
        "total": _l("All evenings, dropped ones too"),
        "difference": _l("Difference of the scores"),
        "events": _l("Evenings played"),
    }
)
SEASON_RANKINGS_SAID: Final[Sentences[SeasonRanking]] = Sentences(
    {"end": _l("As its final ended"), "rounds": _l("As it stood before its final")}
)
CLUB_FAULTS: Final[Sentences[ClubCode]] = Sentences(
    {
        "nothing_new": _l("Nothing was changed."),
        "no_name": _l("Give it a name."),
        "unfit_name": _l("At most %(longest)s characters, and no hidden ones."),
        "unfit_rules": _l("There is no such rule: reload the page."),
        "person_there": _l("Somebody is called so already. Write more of the name."),
        "too_many_persons": _l("A club has at most %(most)s persons."),
        "no_person": _l("There is no such person."),
        "nobody_chosen": _l("Choose who it is."),
        "same_person": _l("They are one person already, or one of them is joined to somebody."),
        "both_played": _l("Somebody would sit on two chairs of one evening."),
        "not_joined": _l("The entry stands by itself already."),
        "no_tournament": _l("The tournament is not the club's."),
        "tournament_there": _l("The tournament is the club's already."),
        "no_season": _l("There is no such season."),
        "unfit_season": _l("See the marked fields."),
        "no_reason": _l("Other rules in mid-season: say why."),
        "match_at_table": _l("The match is a tournament's. The tournament can be the club's."),
        "match_refused": _l("It was said before that the match is not this club's."),
        "match_elsewhere": _l("The match is not the club's."),
        "sits_twice": _l("Somebody would sit on two chairs of one table."),
        "no_helper": _l("There is no such helper."),
        "no_helper_name": _l("Say what the helper is called."),
        "helper_there": _l("A helper is called so already."),
        "too_many_helpers": _l("A club has at most %(most)s helpers."),
    }
)


def club_fault(code: ClubCode, field: str = "") -> str:
    """Say why an act of a club is not possible."""
    longest = LONGEST_NAME if field == "name" else LONGEST_CLUB_TEXT
    values = {
        "unfit_name": {"longest": longest},
        "too_many_persons": {"most": MOST_PERSONS},
        "too_many_helpers": {"most": MOST_HELPERS},
    }
    return CLUB_FAULTS.say(code, **values.get(code, {}))


def fault_text(club: Club, fault: ClubFault, *, is_inside: bool, chairs: Sequence[str] = ()) -> str:
    """Say why it is not possible, and of two chairs whose they are; `chairs` are a match's."""
    person = club.persons.get(fault.person)
    if person is None:
        return club_fault(fault.code, fault.field)
    name = person_name(club, person, is_inside=is_inside)
    if fault.code == "sits_twice":
        return _(
            "%(name)s would sit on two chairs of this table: %(chairs)s.",
            name=name,
            chairs=", ".join(chairs),
        )
    found = TOURNAMENTS.find_all([fault.tournament])
    if not found:  # it is damaged
        return club_fault(fault.code, fault.field)
    return _(
        "%(name)s would sit on two chairs of “%(tournament)s”, in the pairs: %(pairs)s.",
        name=name,
        tournament=title_of(found[0].tournament.set_up),
        pairs=", ".join(fault.places),
    )


def club_name(club: Club) -> str:
    """The club's name; a word for one whose names were erased."""
    return club.name or _("Club")


def person_name(club: Club, person: ClubPerson, *, is_inside: bool) -> str:
    """The person's name; the number where it was erased, or is not for strangers."""
    if person.name and (is_inside or not club.is_numbered(person.key)):
        return person.name
    return _("No. %(number)s", number=person.number)


def persons_by_name(club: Club) -> dict[str, str]:
    """Return the persons by the names that strangers and helpers see, as `plain` writes them."""
    return {
        plain(name): club.who_is(one.key)
        for one in club.persons.values()
        for name in (person_name(club, one, is_inside=False), one.name)
        if name
    }


def persons_of(by_name: Mapping[str, str], players: tuple[str, str]) -> tuple[str, str]:
    """The persons of two players, by `persons_by_name`; empty for players outside the roster."""
    one, other = (by_name.get(plain(name), "") for name in players)
    return one, other


def club_helper_name(helper: Helper) -> str:
    """The helper's name; the number where it was erased."""
    if not helper.number:
        return _("Without a name")
    return helper.name or _("Helper %(number)s", number=helper.number)


def points_text(decimal: str) -> str:
    """Points of a season: `62,5` where the language writes so; no decimals that are nothing.

    >>> points_text("62.00"), points_text("-0.10")
    ('62', '−0,1')
    """
    whole, _mark, rest = decimal.replace("-", "−").partition(".")
    rest = rest.rstrip("0")
    return f"{whole}{decimal_mark()}{rest}" if rest else whole


def sides_at_club(loaded_match: LoadedMatch, club: Club, *, is_inside: bool) -> BySide[str]:
    """Call a side by its persons where one of them is known, so that a number stays a number."""
    ledger, is_closed = loaded_match.ledger, loaded_match.public_id in club.closed

    def typed(text: str) -> str:
        return "" if not is_inside and (is_closed or is_hidden(club, text)) else text

    sides, persons = ledger.match.sides, seatings_of(ledger)[-1].persons
    own_names = BySide(typed(sides.A.name), typed(sides.B.name))
    names = names_to_show(own_names)
    found = []
    for side in SIDES:
        chairs = [seat for seat in SEATS if side_of(seat) == side]
        known = [persons.get(seat) in club.persons for seat in chairs]
        called = [
            person_name(club, club.persons[club.who_is(persons[seat])], is_inside=is_inside)
            if is_known
            else typed(ledger.match.player_at(seat))
            for seat, is_known in zip(chairs, known, strict=True)
        ]
        own_name = "" if any(known) else own_names.of(side)
        found.append(own_name or " – ".join(filter(None, called)) or names.of(side))
    return BySide(*found)


LEAST_FOR_PERCENT = 10
"""Fewer than these have no percentage, and an interval only where two are compared."""


class RecordLine(NamedTuple):
    """A figure: its name, its value, its probable range, and the address that it opens."""

    label: str
    text: str
    note: str = ""
    opens: str = ""
    """A figure of `HAND_FIGURES`, `matches` or `won`; empty where it opens to nothing."""


def share_text(share: Share) -> str:
    """Some of all: `7 of 12 (58 %)`; without the percentage of fewer than ten."""
    told = _("%(part)s of %(all)s", part=share.part, all=share.all)
    if share.all < LEAST_FOR_PERCENT:
        return told
    return f"{told} ({percent_text(share.part / share.all)})"


def share_note(share: Share) -> str:
    """Return the probable range of a share: `probably from 32 % to 81 %`."""
    interval = wilson(share)
    if interval is None or share.all < LEAST_FOR_PERCENT:
        return ""
    low, high = (percent_text(end) for end in interval)
    return _("probably from %(low)s to %(high)s", low=low, high=high)


def percent_text(share: float) -> str:
    """A share as a whole percentage."""
    return f"{int(100 * share + 0.5)}\N{NO-BREAK SPACE}%"


def mean_text(differences: Differences) -> str:
    """The difference per hand: `+1,25`; a dash without a hand."""
    mean = differences.mean
    return _signed(mean) if mean is not None else "–"


def mean_note(differences: Differences) -> str:
    """Return the probable range of the mean."""
    interval = mean_interval(differences)
    if interval is None:
        return ""
    low, high = (_signed(Fraction(end)) for end in interval)
    return _("probably from %(low)s to %(high)s", low=low, high=high)


def _signed(number: Fraction) -> str:
    told = points_text(decimal_text(number))
    return f"+{told}" if number > 0 and told != "0" else told


def level_name(level: BidLevel, unit: str) -> str:
    """A level of bids as it is said at the table."""
    if level == "kapo":
        return _("Kapo")
    said = level if unit == "points" else str(int(level) // 10)
    return f"{said}+" if level == "110" else said


def record_lines(figures: PlayFigures) -> list[RecordLine]:
    """All figures but the bids, in their order."""
    differences = figures.differences
    ended = Share(figures.won, figures.won + figures.lost)
    score = f"{figures.points_for} – {figures.points_against}"
    is_sure = differences.hands >= LEAST_FOR_PERCENT
    per_hand = mean_text(differences), mean_note(differences) if is_sure else ""
    return [
        RecordLine(
            _("Matches"), str(figures.matches + figures.typed), kept_note(figures), "matches"
        ),
        RecordLine(_("Won, of those that ended"), share_text(ended), share_note(ended), "won"),
        RecordLine(_("Hands"), str(differences.hands), _of_hands(figures), "hands"),
        RecordLine(_("Points for and against"), score),
        RecordLine(_("Difference per hand"), *per_hand),
        RecordLine(_("Doubled hands won"), *_share(figures.doubled), "doubled"),
        RecordLine(_("Kapos made"), str(figures.kapos[0]), "", "kapos-for"),
        RecordLine(_("Kapos suffered"), str(figures.kapos[1]), "", "kapos-against"),
        RecordLine(_("Hands with the pilotta"), str(figures.pilottas), "", "pilottas"),
        RecordLine(
            _("Hands with declarations that counted"), str(figures.declared), "", "declared"
        ),
    ]


def _share(share: Share) -> tuple[str, str]:
    return share_text(share), share_note(share)


def _of_hands(figures: PlayFigures) -> str:
    """How many were passed out."""
    return _("and %(count)s passed out", count=figures.passed_out) if figures.passed_out else ""


class _Kept(Protocol):
    """The numbers of matches that phones kept and of results that were typed."""

    @property
    def matches(self) -> int: ...
    @property
    def typed(self) -> int: ...


def kept_note(figures: _Kept) -> str:
    """The share of matches that a phone kept, whose hands alone are known; empty if all were."""
    if not figures.typed:
        return ""
    values = {"part": figures.matches, "all": figures.matches + figures.typed}
    return _("%(part)s of %(all)s kept by phone", **values)


class BidLine(NamedTuple):
    """A level of bids: one's own and those of the others."""

    level: BidLevel
    name: str
    own: Share
    others: Share


def bid_lines(figures: PlayFigures, unit: str) -> list[BidLine]:
    """The bids by level, made of all."""
    return [
        BidLine(level, level_name(level, unit), figures.bids[level], figures.against_bids[level])
        for level in BID_LEVELS
    ]
