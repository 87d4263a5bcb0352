// A match as a fold over its entries, as scorekeeper/rules/match.py. An entry is a row of a match file: a
// hand, or `{adjust: {A, B}, reason}`. Totals, scores and rows have the names that they have in Python.

import { bothDeclare } from "./declarations.js";
import { OTHER, SEATS, SIDES, SUITS } from "./model.js";
import { scoreHand } from "./scoring.js";

/** @type {(seat: Seat) => Side} */
export const sideOf = (seat) => /** @type {Side} */ (seat[0]);

/** @param {Seat} seat @param {number} steps @returns {Seat} */
const neighbour = (seat, steps) => SEATS[(SEATS.indexOf(seat) + steps + 4) % 4];

/** @param {Seat} dealer @param {Rules} rules @param {{passedOut?: boolean}} [how] */
export function nextDealer(dealer, rules, { passedOut = false } = {}) {
  if (passedOut && rules.pass_out === "same") return dealer;
  return neighbour(dealer, rules.deal_passes === rules.plays ? 1 : -1);
}

/** @param {Seat} dealer @param {Side | null | undefined} bidder @param {Rules} rules */
export function leadingSide(dealer, bidder, rules) {
  return rules.leads === "bidder" ? (bidder ?? null) : OTHER[sideOf(dealer)];
}

/** @param {Seat} shuffler @param {Suit} suit @param {Rules} rules */
export function cutDealer(shuffler, suit, rules) {
  const anticlockwise = rules.plays === "right" ? 1 : -1;
  return neighbour(shuffler, SUITS.indexOf(suit) * anticlockwise);
}

/** @template {PartialHand} T @param {T} hand @param {Seat} dealer @param {Rules} rules @returns {T} */
export function withLeader(hand, dealer, rules) {
  if (rules.declaration_tie !== "leader" || hand.leader || !bothDeclare(hand)) return hand;
  return { ...hand, leader: leadingSide(dealer, hand.bidder, rules) };
}

/**
 * @param {BySide<number>} totals @param {Side | null | undefined} bidder @param {Rules} rules
 * @returns {Side | null}
 */
export function winnerAt(totals, bidder, rules) {
  const over = SIDES.filter((side) => totals[side] >= rules.target);
  if (over.length === 1) return over[0];
  if (over.length === 0 || totals.A === totals.B) return null;
  if (rules.both_over === "bidder" && bidder) return bidder;
  return totals.A > totals.B ? "A" : "B";
}

// The sides with the winner first, as totals are shown and said.
/** @param {{winner: Side | null}} standing @returns {Side[]} */
export const winnerFirst = ({ winner }) => (winner === "B" ? ["B", "A"] : SIDES);

/** @param {Claim} claim @param {BySide<number>} totals @param {Rules} rules */
export function claimWinner({ side, points }, totals, rules) {
  return totals[side] + points >= rules.target ? side : OTHER[side];
}

// `ended` is a match file's; `kept` has `{hand, rules}` by the place of an entry.
/**
 * @param {{entries: Entry[], rules: Rules, first_dealer: Seat, ended?: Ended | null,
 *   kept?: Record<number, ScoredHand | undefined>}} match
 * @returns {Standing}
 */
export function standing({ entries, rules, first_dealer, ended = null, kept = {} }) {
  /** @type {MatchState} */
  const now = { totals: { A: 0, B: 0 }, number: 1, dealer: first_dealer, winner: null };
  const rows = entries.map((entry, place) =>
    entry.adjust ? adjust(now, entry, rules) : play(now, entry, rules, kept[place]),
  );
  /** @type {Standing["end"]} */
  let end = now.winner && "target";
  if (!now.winner && ended) {
    end = ended.by;
    if (ended.by === "claim") now.winner = claimWinner(ended, now.totals, rules);
  }
  return { rows, ...now, end };
}

/** @param {BySide<number>} totals @param {Partial<BySide<number>>} points */
const plus = (totals, { A = 0, B = 0 }) => ({ A: totals.A + A, B: totals.B + B });

/** @param {MatchState} now @param {Adjustment} entry @param {Rules} rules @returns {Row} */
function adjust(now, entry, rules) {
  const counts = now.winner === null;
  if (counts) now.totals = plus(now.totals, entry.adjust);
  const { totals } = now;
  return { entry, rules, totals, counts, number: null, dealer: null, score: null, scored: null };
}

/**
 * @param {MatchState} now @param {Hand} entry @param {Rules} rules
 * @param {ScoredHand} [kept] @returns {Row}
 */
function play(now, entry, rules, kept) {
  const { number, dealer } = now;
  const by = kept ?? { hand: withLeader(entry, dealer, rules), rules };
  const score = scoreHand(by.hand, by.rules);
  const counts = now.winner === null;
  if (counts) {
    now.totals = plus(now.totals, score);
    now.winner = winnerAt(now.totals, entry.bidder, rules);
  }
  now.number += 1;
  now.dealer = nextDealer(dealer, rules, { passedOut: entry.passed_out });
  const { totals } = now;
  return { entry, rules: by.rules, totals, counts, number, dealer, score, scored: by.hand };
}
