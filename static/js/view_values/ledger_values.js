// The values of a match in the view of its ledger (templates/phone/_match.html).

import { HIGHEST_TARGET, problems, winnerFirst } from "../rules.js";
import * as words from "../words.js";
import { lastRowOf, nameOf } from "./latest_act.js";
import {
  bySide,
  calledValues,
  contractIn,
  dealsIn,
  isUnsent,
  namesIn,
  pointsOf,
  sendingState,
  unsentIn,
  withFigures,
} from "./shared.js";
import { answersHere, openFlags, saidValues, turnedUrl } from "./turned_values.js";

/** @param {Ledger} ledger @param {string} [home] @param {Side | null} [side] that the phone answers for */
export function matchValues(ledger, home, side) {
  const names = namesIn(ledger);
  const { totals, rules, winner, end, number, undoing, last, ended, open } = ledger;
  const marks = { unsent: unsentIn(ledger), corrected: correctedIn(ledger) };
  const answers = answersHere(ledger);
  const lastHand = ledger.rows.findLast((row) => row.number);
  const rows = ledger.rows.map((row) => ({
    ...rowValues(row, names, marks, ledger),
    ...saidValues(answers.get(row.id)),
    href: isUnsent(row.id) ? `${home}#entry=${row.id}` : addressOf(row, home),
  }));
  const [first, second] = winnerFirst(ledger);
  const digits = bySide("digits", (side) => String(totals[side]).length);
  const is_empty = rows.length === 0 && !open;
  return {
    ...names,
    ...bySide("total", (side) => words.numberText(totals[side])),
    standing: words.scoresText(totals),
    ...digits,
    ...bySide("won", (side) => (winner === side ? "won" : "")),
    target: rules.target,
    ...bySide("need", (side) => needOf(side, ledger, names)),
    rules: words.rulesName(rules),
    digits: Math.max(...Object.values(digits), String(rules.target).length),
    rows,
    new_href: `${home}hand`,
    open: open ? [openValues(ledger, open, names)] : [],
    is_empty,
    some_after_end: rows.some(({ after_end }) => after_end),
    undo: last?.id,
    may_undo: last,
    turn: !undoing && !end && lastHand && turnedUrl(lastHand.id, side === "B" ? "A" : "B", home),
    ...openFlags(ledger, home),
    bring_back: undoing?.id,
    may_bring_back: undoing,
    undone: undoing && nameOf(undoing, ledger),
    last: last && !undoing && nameOf(last, ledger),
    ...sendingState(ledger.played),
    number,
    deals: dealsIn(ledger, ledger.dealer),
    plays: !end,
    goes_on: !end && !is_empty,
    is_over: end,
    winner: winner && words.wonText(names[winner]),
    // Beside a name the first number is taken for that side's.
    won: winner && words.scoresText({ A: totals[first], B: totals[second] }),
    winner_is: winner ? { A: "us", B: "them" }[winner] : "",
    is_stopped: end && !winner,
    ...(end === "claim" && ended?.by === "claim" && claimedValues(ended, ledger, names)),
    open_contract: !end && open,
    no_contract: !end && !open,
    may_stop: !end,
    may_claim: rules.claim && !end,
    may_reopen: end === "hand" || end === "claim",
  };
}

// Why the hand that was written or corrected last scored what it did, if one was.
/** @param {Ledger} ledger */
export function whyIn(ledger) {
  if (ledger.undoing) return "";
  const { scored, score, rules, counts } = lastRowOf(ledger) ?? {};
  if (!scored || !score || !counts) return "";
  const names = namesIn(ledger);
  return withFigures(
    `${words.headline(scored, score, rules, names)}: ${words.summary(scored, score, rules, names)}`,
  );
}

// The points that the side still needs, in words; "" before the first hand, after the end and without a target.
/** @param {Side} side @param {Ledger} ledger @param {BySide<string>} names */
function needOf(side, { totals, rules, rows, end }, names) {
  const lack = rules.target - totals[side];
  const isNone = rules.target === HIGHEST_TARGET || end || rows.length === 0 || lack <= 0;
  return isNone ? "" : words.needText(names[side], lack);
}

/** @param {{side: Side, points: number}} claim @param {Ledger} ledger @param {BySide<string>} names */
function claimedValues(claim, ledger, names) {
  const { sum, short } = claimSum(claim, ledger);
  return {
    claimed: names[claim.side],
    claimed_points: String(claim.points),
    sum,
    short,
    is_claim_right: short <= 0,
    is_one_short: short === 1,
    is_many_short: short > 1,
  };
}

// The sum of a claim, and its missing points.
/** @param {Claim} claim @param {Ledger} ledger */
export function claimSum({ side, points }, { totals, rules }) {
  const reached = totals[side] + points;
  const sum = `${words.numberText(totals[side])} + ${points} = ${words.numberText(reached)}`;
  return { sum, short: rules.target - reached };
}

// The ids of entries that were corrected.
/** @param {Ledger} ledger @returns {Set<Ref | undefined>} */
function correctedIn({ acts, undone }) {
  const corrections = acts.filter(({ id, kind }) => kind === "corrected" && !undone.has(id));
  return new Set(corrections.map(({ data }) => data.hand_id));
}

// The address where the server explains the row.
/** @param {LedgerRow} row @param {string} [home] */
const addressOf = ({ id, number }, home) => `${home}${number ? "hands" : "adjustments"}/${id}`;

/**
 * @param {LedgerRow} row @param {BySide<string>} names
 * @param {Record<"unsent" | "corrected", Set<Ref | undefined>>} marks @param {Ledger} ledger
 */
function rowValues(row, names, { unsent, corrected }, ledger) {
  const { entry, number, totals, counts } = row;
  const scores = pointsOf(row);
  return {
    id: row.id,
    class: counts ? (number ? "" : "adjustment") : "after-end",
    number: number ?? "±",
    is_unsent: unsent.has(row.id),
    is_corrected: corrected.has(row.id),
    is_hand: number,
    bidder: entry.bidder ? `, ${names[entry.bidder]}` : "",
    ...contractIn(row),
    reason: entry.reason,
    is_adjustment: !number && !entry.reason,
    ...bySide("score", (side) => words.scoreText(scores[side] ?? 0)),
    ...bySide("total", (side) => words.numberText(totals[side])),
    after_end: !counts,
    is_wrong: ledger.wrong.has(row.id),
    is_doubted: doubtIn(row),
  };
}

// The problem in a hand that an earlier version took.
/** @param {LedgerRow} row @returns {Problem | undefined} */
export const doubtIn = ({ scored, rules }) =>
  scored ? problems(scored, rules).find(({ code }) => code === "pilotta_impossible") : undefined;

/** @param {Ledger} ledger @param {PartialHand} open @param {BySide<string>} names */
function openValues({ rules, number }, open, names) {
  return { number, ...calledValues(open, rules, names) };
}
