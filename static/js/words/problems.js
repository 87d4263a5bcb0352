// The faults of a hand, and the next question to the table.

import { HIGHEST_BID, LOWEST_BID, rivals, total } from "../rules.js";
import { bidText, isSaid, kindName, say } from "./labels.js";

export function problemText({ code, field }, hand, rules) {
  // For some codes each field has another sentence.
  if (isSaid(code, field)) return say(code, field);
  if (code === "unknown") return unknown(field, hand);
  const pack = total(rules, hand.trump);
  const { A, B } = hand.points ?? {};
  const [a, b] = [A ?? pack - B, B ?? pack - A];
  const [rival] = rivals(hand).A;
  const isSpoken = code === "bid_range" && rules.unit === "tenths" && hand.bid % 10 === 0;
  const inBids = (bid) => (isSpoken ? bidText(bid, rules) : bid);
  return say("problem", isSpoken ? "bid_range_spoken" : code, {
    low: inBids(LOWEST_BID),
    high: inBids(HIGHEST_BID),
    step: rules.bid_step,
    bid: inBids(hand.bid),
    total: pack,
    rest: pack - 1,
    a,
    b,
    sum: a + b,
    digit: a % 10,
    kind: rival && kindName(rival.kind),
  });
}

function unknown(key, hand) {
  const field = say("field", key);
  if (hand.passed_out && key !== "passed_out") return say("problem", "beside_pass", { field });
  return say("problem", "unknown", { field, expected: say("expected", key) });
}

export function claimProblemText(problem, hand, rules) {
  const { field } = problem;
  return isSaid("claim", field) ? say("claim", field) : problemText(problem, hand, rules);
}

// The question to the table that an entry leaves open; "" where it is complete.
export function question({ asks, missing }) {
  if (asks) return say("question", asks);
  const fields = [...missing];
  if (fields.includes("bid") || fields.includes("bidder")) return say("question", "contract");
  return fields.length > 0 ? say("question", "result") : "";
}
