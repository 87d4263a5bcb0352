// A match as a fold over its entries: totals, dealer, who leads, the end. An entry is a row of a match
// file: a hand, or `{adjust: {A, B}, reason}`, which adds to both totals and moves no dealer.

import { bothDeclare } from "./declarations.js";
import { OTHER, SEATS, SIDES, SUITS } from "./model.js";
import { scoreHand } from "./scoring.js";

// The side that sits there.
export const sideOf = (seat) => seat[0];

const neighbour = (seat, steps) => SEATS[(SEATS.indexOf(seat) + steps + 4) % 4];

// Who deals after `dealer` (`deal_passes`, `pass_out`).
export function nextDealer(dealer, rules, { passedOut = false } = {}) {
  if (passedOut && rules.pass_out === "same") return dealer;
  return neighbour(dealer, rules.deal_passes === rules.plays ? 1 : -1);
}

// The side that leads to the first trick; null while the bidder is not known.
export function leadingSide(dealer, bidder, rules) {
  return rules.leads === "bidder" ? (bidder ?? null) : OTHER[sideOf(dealer)];
}

// The first dealer by cutting: ♥ the shuffler, then anticlockwise ♦, ♣, ♠ (seed 002).
export function cutDealer(shuffler, suit, rules) {
  const anticlockwise = rules.plays === "right" ? 1 : -1;
  return neighbour(shuffler, SUITS.indexOf(suit) * anticlockwise);
}

// The hand with the side that led filled in, where it matters and the table did not say it.
export function withLeader(hand, dealer, rules) {
  if (rules.declaration_tie !== "leader" || hand.leader || !bothDeclare(hand)) return hand;
  return { ...hand, leader: leadingSide(dealer, hand.bidder, rules) };
}

// Who has won with these totals after a hand; null: play on (also at equal totals).
export function winnerAt(totals, bidder, rules) {
  const over = SIDES.filter((side) => totals[side] >= rules.target);
  if (over.length === 1) return over[0];
  if (over.length === 0 || totals.A === totals.B) return null;
  if (rules.both_over === "bidder" && bidder) return bidder;
  return totals.A > totals.B ? "A" : "B";
}

// The claiming side if its total and what it claims reach the target, else the other.
export function claimWinner({ side, points }, totals, rules) {
  return totals[side] + points >= rules.target ? side : OTHER[side];
}

// Where a match stands after its entries. `ended` is a match file's; `kept` has, by their place among
// the entries, the hands that the rules cannot score any more, each `{hand, rules}` as it stood.
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
