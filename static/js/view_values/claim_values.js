// The values of a claim in its form (templates/views/claim.html).

import { OTHER } from "../rules.js";
import * as words from "../words.js";
import { bySide, namesIn, wrongTexts } from "./shared.js";

const NOTHING = { side: null, points: null };

// `asked` is a claim by which the other side wins, and `wrong` has texts by the fields' names.
/**
 * @param {Ledger} ledger @param {{side: string | null, points: string | null}} [typed]
 * @param {Record<string, string>} [wrong] @param {Claim | null} [asked]
 */
export function claimValues(ledger, typed = NOTHING, wrong = {}, asked = null) {
  const { totals, rules } = ledger;
  const names = namesIn(ledger);
  return {
    ...names,
    ...bySide("total", (side) => words.numberText(totals[side])),
    ...bySide("needed", (side) => words.numberText(rules.target - totals[side])),
    ...bySide("claims", (side) => typed.side === side),
    points: typed.points,
    is_points_wrong: "points" in wrong,
    ...wrongTexts(wrong),
    is_first: !asked,
    ...(asked && askedValues(asked, ledger, names)),
  };
}

/** @param {Claim} claim @param {Ledger} ledger @param {BySide<string>} names */
function askedValues(claim, ledger, names) {
  const winner = names[OTHER[claim.side]];
  const own = words.ownSide(winner);
  const { sum, short } = claimSum(claim, ledger);
  return {
    sum,
    short,
    is_one_short: short === 1,
    is_many_short: short > 1,
    sure: `${claim.side}:${claim.points}`,
    winner,
    we_win: own === "us",
    they_win: own === "them",
    side_wins: !own,
  };
}

// The sum of a claim, and its missing points.
/** @param {Claim} claim @param {Ledger} ledger */
export function claimSum({ side, points }, { totals, rules }) {
  const reached = totals[side] + points;
  const sum = `${words.numberText(totals[side])} + ${points} = ${words.numberText(reached)}`;
  return { sum, short: rules.target - reached };
}
