"""The limit of the engine: a café hand as bare integers, written for speed and nothing else.

No checks, no lines, no reasons, no other rule set: what is left when a careful person computes two
numbers as fast as Python can.
"""

KAPO_BID = 999


# One function with every case in it, because calls cost time: the point of this limit.
def cafe_score(  # noqa: C901
    a_bids: bool, bid: int, points: int, swept: int, doubled: int, ours: int, theirs: int
) -> tuple[int, int]:
    """The scores of A and B in tenths.

    `bid` is 0 if all passed, and KAPO_BID for a kapo. `points` are the bidder's raw card points.
    `swept` is 1 if the bidder made kapo, -1 if the defence did, else 0. `ours` and `theirs` are the
    raw declarations and pilotta that count for the bidder and for the defence.
    """
    if not bid:
        return 0, 0
    if bid == KAPO_BID:
        stake = 25
        made = swept > 0
    else:
        stake = bid // 10
        made = points + ours + (88 if swept > 0 else 0) >= bid and swept >= 0
    if doubled > 1:
        pack = 25 if (swept > 0 and made) or (swept < 0 and not made) else 16
        mine, others = pack + stake * doubled + (ours + theirs) // 10, 0
        if not made:
            mine, others = others, mine
    elif not made:
        mine, others = 0, (25 if swept < 0 else 16) + stake + (ours + theirs) // 10
    elif swept:
        mine, others = 25 + stake + ours // 10, theirs // 10
    else:
        mine, digit = divmod(points, 10)
        others, other_digit = divmod(162 - points, 10)
        if mine + others == 15:
            if digit > other_digit or (digit == other_digit and points >= 81):
                mine += 1
            else:
                others += 1
        mine += stake + ours // 10
        others += theirs // 10
    return (mine, others) if a_bids else (others, mine)
