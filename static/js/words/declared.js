// Why these declarations score, and why others do not (scorekeeper/i18n/declaration_reasons.py).

import { declaredBy, ORDERS, OTHER, rivals, strength, VALUES } from "../rules.js";
import { AND_ALSO, takesEverything } from "./case.js";
import { declarationName } from "./labels.js";
import { say } from "./say.js";

// Why one side's declarations count, and who gets them where that is not their holder.
export const whyTheseDeclarations = (one) =>
  [whoseAreBetter(one), whoGetsThem(one)].filter(Boolean).join(AND_ALSO);

function whoseAreBetter(one) {
  const { side, reason } = one.ruling;
  return say("ruling", reason, DETAILS[reason]?.(one, [side, OTHER[side]]));
}

function whoGetsThem(one) {
  const { score, bidder, rules } = one;
  const holder = one.ruling.side;
  if (one.winnerTakesAll) {
    return holder === (score.made ? bidder : one.defence) ? "" : takesEverything(one);
  }
  return score.made || holder !== bidder ? "" : say("left_to", rules.failed_declarations);
}

// Of the better side first.
const highest = ({ hand }, sides, of) =>
  sides.map((side) => Math.max(...declaredBy(hand, side).map(of)));

const DETAILS = {
  value(one, sides) {
    const [high, low] = highest(one, sides, ({ kind }) => VALUES.get(kind));
    return { high, low };
  },
  length(one, sides) {
    const best = Math.max(...highest(one, sides, ({ kind }) => VALUES.get(kind)));
    const length = (declaration) => {
      const [value, , cards] = strength(declaration);
      return value === best ? cards : 0;
    };
    return { cards: highest(one, sides, length).join(" > ") };
  },
  top(one, sides) {
    const [high, low] = sides.map((side) => declarationName(bestOf(one, side)));
    return { high, low };
  },
  trumps: (one, [side]) => ({ run: declarationName(bestOf(one, side)) }),
};

// Of the bests of a side the one with the highest card, in trumps before a plain suit.
function bestOf({ hand, rules }, side) {
  const rank = ({ top, in_trumps }) =>
    2 * ORDERS[rules.declaration_order].indexOf(top) + (in_trumps ? 1 : 0);
  return rivals(hand)[side].reduce((best, other) => (rank(other) > rank(best) ? other : best));
}

// What was announced and scores for nobody, and why.
export function unscoredIn(one) {
  const { hand, ruling } = one;
  const scored = one.score.lines.map(({ rule }) => rule);
  const told = [];
  if (ruling.side === null && ruling.reason !== "none") told.push(whoseAreBetter(one));
  else if (ruling.side && !scored.includes("declarations")) told.push(lost(one, "declarations"));
  if (hand.pilotta && !scored.includes("pilotta")) told.push(lost(one, "pilotta"));
  if (hand.pilotta_failed && !scored.includes("pilotta_failed")) {
    told.push(say("lost", "second_card"));
  }
  return told;
}

function lost({ hand, rules, defence }, what) {
  const byKapo = hand.kapo === defence && rules.reversed_extras === "nobody";
  return say("lost", byKapo ? "by_kapo" : "by_failing", { what: say("lost", what) });
}
