// A hand of a match: who leads follows from the dealer.

import { readHand, withLeader, writeHand } from "./rules.js";

// The hand and its problems.
/** @param {PartialHand} data @param {Rules} rules @param {Seat} dealer */
export function readMatchHand(data, rules, dealer) {
  const hand = writeHand(data);
  const { leader } = data.leader ? data : withLeader(hand, dealer, rules);
  return { hand, problems: readHand({ ...data, leader }, rules).problems };
}
