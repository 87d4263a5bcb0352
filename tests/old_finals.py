"""Finals as tournaments of their own, which stored data still has and the program makes no more."""

from dataclasses import replace

from scorekeeper.journal.act import act_done_by
from scorekeeper.journal.owner import part_op_id
from scorekeeper.store.db import writing
from scorekeeper.tournament.acts.desk import FinalSetUp
from scorekeeper.tournament.acts.pair_acts import NewPair, PairsAdded, TableKept
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.finals import finalists
from scorekeeper.tournament.service import TOURNAMENTS, find_tournament


def set_up_final(public_id, phone_id, op_id, revision, count, name):
    """Set up a knockout of the first `count` pairs as versions up to 0.2 did, and return it."""
    with writing(public_id, op_id):
        body = FinalSetUp(count=count)
        operation_request = {"count": count}
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            act = act_done_by(op_id, loaded_tournament.tournament.acts)
            assert act is not None
            assert isinstance(act.body, FinalSetUp)
            return find_tournament(act.body.tournament)
        there = finalists(loaded_tournament)
        final = TOURNAMENTS.add_new(
            _set_up(loaded_tournament, count, name), phone_id, part_op_id(op_id, "set_up")
        )
        pairs_body = PairsAdded(pairs=_pairs(loaded_tournament.tournament, there[:count]))
        final = TOURNAMENTS.append(
            final, phone_id, part_op_id(op_id, "pairs"), pairs_body, pairs_body.data
        )
        keys = tuple(row.pair for row in there[:count])
        for key, table in loaded_tournament.tournament.kept_tables.items():
            if key in keys:
                kept = TableKept(pair=key, table=table)
                final = TOURNAMENTS.append(
                    final, phone_id, part_op_id(op_id, f"kept {key}"), kept, kept.data
                )
        body = replace(body, tournament=final.public_id, pairs=keys)
        TOURNAMENTS.append(loaded_tournament, phone_id, op_id, body, operation_request)
    return final


def _set_up(loaded_tournament, count, name):
    rounds = (count - 1).bit_length()
    final = replace(
        loaded_tournament.tournament.set_up, name=name, format="knockout", rounds=rounds
    )
    return TournamentSetUp.of(final, final_of=loaded_tournament.public_id)


def _pairs(tournament, there):
    return tuple(
        NewPair(
            players=pair.players, club=pair.club, seeding=seed, paid=pair.paid, number=pair.number
        )
        for seed, pair in enumerate((tournament.pairs[row.pair] for row in there), 1)
    )
