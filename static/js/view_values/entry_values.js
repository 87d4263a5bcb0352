// The values of a match in the entry of a hand (templates/phone/_entry.html).

import * as words from "../words.js";
import { dealsIn, handWords, namesIn } from "./shared.js";

/** @param {Ledger} ledger @param {Place} place */
export function entryValues(ledger, place) {
  const { rules } = ledger;
  const names = namesIn(ledger);
  /** @type {ViewValues} */
  const bids = {};
  for (let bid = 80; bid <= 400; bid += 10) bids[`bid:${bid}`] = words.bidText(bid, rules);
  bids["bid:kapo"] = words.bidText("kapo", rules);
  /** @type {ViewValues} */
  const ones = {};
  for (let one = 0; one < 10; one += 1) ones[`ones:${one}`] = one % rules.bid_step === 0;
  return {
    ...names,
    ...bids,
    ...ones,
    kapo_bid: rules.kapo_bid,
    doubling: rules.doubling !== "off",
    by_points: rules.bid_step < 10,
    with_none_all: rules.trumps === "with_none_all",
    pilotta_failed: rules.pilotta_failed_penalty > 0,
    claim: rules.claim && place.kind === "new",
    is_new: place.kind === "new",
    number: place.number,
    deals: dealsIn(ledger, place.dealer),
    is_dealt: place.kind !== "correct",
    was: place.kind === "correct" && handWords(/** @type {Hand} */ (place.hand), rules, names),
  };
}
