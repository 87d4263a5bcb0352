"""What is said of a pair that was not there, and of a result that was not played."""

from collections.abc import Mapping

from scorekeeper.i18n.language import gettext as _
from scorekeeper.i18n.language import ngettext
from scorekeeper.services.tournaments.standing import forfeited_rounds, missed_rounds
from scorekeeper.services.tournaments.state import Tournament
from scorekeeper.services.tournaments.table_results import DrawnTable


def absence_texts(tournament: Tournament) -> Mapping[str, str]:
    """By pair, the rounds that it forfeited and those that were drawn without it, where some are.

    Its points and its difference are not those of somebody who played.
    """
    forfeited, missed = forfeited_rounds(tournament), missed_rounds(tournament)
    return {
        key: ", ".join(
            filter(None, (_forfeited(forfeited.get(key, ())), _missed(missed.get(key, ()))))
        )
        for key in (*forfeited, *(key for key in missed if key not in forfeited))
    }


def _forfeited(rounds: tuple[int, ...]) -> str:
    if not rounds:
        return ""
    listed = ", ".join(map(str, rounds))
    return ngettext(
        "forfeited round %(rounds)s", "forfeited rounds %(rounds)s", len(rounds), rounds=listed
    )


def _missed(rounds: tuple[int, ...]) -> str:
    if not rounds:
        return ""
    listed = ", ".join(map(str, rounds))
    return ngettext(
        "absent in round %(rounds)s", "absent in rounds %(rounds)s", len(rounds), rounds=listed
    )


def decided_text(table: DrawnTable) -> str:
    """Why a table's result was not played so; nothing where it was."""
    result = table.result
    if result is None or not result.is_decided:
        return ""
    match result.forfeit:
        case None:
            return _("by the arbiter")
        case "both":
            return _("forfeited by both")
        case side:
            return _("forfeited by %(pair)s", pair=table.a if side == "a" else table.b)
