// What is wrong with a hand, in a sentence that says what to mend (scorekeeper/i18n/problems.py), and
// what the table is to say next (questions.py).

import { cardPoints, HIGHEST_BID, LOWEST_BID, rivals, total } from "../rules.js";
import { kindName } from "./labels.js";
import { isSaid, say } from "./say.js";

// The problem, with the hand's own numbers.
export function problemText({ code, field }, hand, rules) {
  if (code === "unknown") return unknown(field, hand);
  // Of some codes each field has a sentence of its own.
  if (isSaid(code, field)) return say(code, field);
  return say("problem", code, VALUES_OF[code]?.(hand, rules));
}

export function claimProblemText(problem, hand, rules) {
  const { field } = problem;
  return isSaid("claim", field) ? say("claim", field) : problemText(problem, hand, rules);
}

function unknown(key, hand) {
  const field = say("field", key);
  if (hand.passed_out && key !== "passed_out") return say("problem", "beside_pass", { field });
  return say("problem", "unknown", { field, expected: say("expected", key) });
}

const pack = (hand, rules) => total(rules, hand.trump);

// What a sentence names.
const VALUES_OF = {
  bid_range: ({ bid }) => ({ low: LOWEST_BID, high: HIGHEST_BID, bid }),
  bid_step: ({ bid }, { bid_step }) => ({ step: bid_step, bid }),
  points_range: (hand, rules) => ({ total: pack(hand, rules) }),
  points_sum(hand, rules) {
    const { A, B } = hand.points;
    return { total: pack(hand, rules), a: A, b: B, sum: A + B };
  },
  points_impossible: (hand, rules) => ({ rest: pack(hand, rules) - 1 }),
  kapo_points: (hand, rules) => ({ total: pack(hand, rules) }),
  declarations_undecided: (hand) => ({ kind: kindName(rivals(hand).A[0].kind) }),
  tie_point_needed(hand, rules) {
    const [a, b] = ["A", "B"].map((side) => cardPoints(hand, side, rules));
    return { a, b, digit: a % 10 };
  },
};

// What the rules ask, else what of the hand is missing; nothing where it is complete.
export function question({ asks, missing }) {
  if (asks) return say("question", asks);
  const fields = [...missing];
  if (fields.includes("bid") || fields.includes("bidder")) return say("question", "contract");
  return fields.length > 0 ? say("question", "result") : "";
}
