// A match as a fold over its entries, as scorekeeper/rules/match.py. An entry is a row of a match file: a
// hand, or `{adjust: {A, B}, reason}`. Totals, scores and rows have the names that they have in Python.

import { bothDeclare } from "./declarations.js";
import { OTHER, SEATS, SIDES, SUITS } from "./model.js";
import { scoreHand } from "./scoring.js";

export const sideOf = (seat) => seat[0];

const neighbour = (seat, steps) => SEATS[(SEATS.indexOf(seat) + steps + 4) % 4];

export function nextDealer(dealer, rules, { passedOut = false } = {}) {
  if (passedOut && rules.pass_out === "same") return dealer;
  return neighbour(dealer, rules.deal_passes === rules.plays ? 1 : -1);
}

export function leadingSide(dealer, bidder, rules) {
  return rules.leads === "bidder" ? (bidder ?? null) : OTHER[sideOf(dealer)];
}

export function cutDealer(shuffler, suit, rules) {
  const anticlockwise = rules.plays === "right" ? 1 : -1;
  return neighbour(shuffler, SUITS.indexOf(suit) * anticlockwise);
}

export function withLeader(hand, dealer, rules) {
  if (rules.declaration_tie !== "leader" || hand.leader || !bothDeclare(hand)) return hand;
  return { ...hand, leader: leadingSide(dealer, hand.bidder, rules) };
}

export function winnerAt(totals, bidder, rules) {
  const over = SIDES.filter((side) => totals[side] >= rules.target);
  if (over.length === 1) return over[0];
  if (over.length === 0 || totals.A === totals.B) return null;
  if (rules.both_over === "bidder" && bidder) return bidder;
  return totals.A > totals.B ? "A" : "B";
}

export function claimWinner({ side, points }, totals, rules) {
  return totals[side] + points >= rules.target ? side : OTHER[side];
}

// `ended` is a match file's; `kept` has `{hand, rules}` by the place of an entry.
export function standing({ entries, rules, first_dealer, ended = null, kept = {} }) {
  const now = { totals: { A: 0, B: 0 }, number: 1, dealer: first_dealer, winner: null };
  const rows = entries.map((entry, place) =>
    entry.adjust ? adjust(now, entry, rules) : play(now, entry, rules, kept[place]),
  );
  let end = now.winner && "target";
  if (!now.winner && ended) {
    end = ended.by;
    if (ended.by === "claim") now.winner = claimWinner(ended, now.totals, rules);
  }
  return { rows, ...now, end };
}

const plus = (totals, { A = 0, B = 0 }) => ({ A: totals.A + A, B: totals.B + B });

function adjust(now, entry, rules) {
  now.totals = plus(now.totals, entry.adjust);
  const noHand = { number: null, dealer: null, score: null, scored: null };
  return { entry, rules, totals: now.totals, counts: true, ...noHand };
}

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
