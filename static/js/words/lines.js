// The title and the reason of each line of a score (scorekeeper/i18n/line_reasons.py).

import { declaredBy, KAPO, missingPoint, OTHER, stakeOf, total, VALUES } from "../rules.js";
import { AND_ALSO, comparison, pointsOf, takesEverything } from "./case.js";
import { whyTheseDeclarations } from "./declared.js";
import { bidText, doubledName, doubledText } from "./labels.js";
import { say } from "./say.js";

const title = (key, values) => say("title", key, values);
const reason = (key, values) => say("reason", key, values);
const packOf = ({ hand, rules }) => total(rules, hand.trump);

// What the line is, as the heading of its row.
export function titleOf(one, line) {
  const special = SPECIAL_TITLES[line.rule];
  if (special) return special(one, line);
  const inTenths = ["cards", "all_cards"].includes(line.rule) && one.rules.unit === "tenths";
  return title(line.rule) + (inTenths ? " ÷ 10" : "");
}

// Why the line is what it is.
export const reasonOf = (one, line) => PICKERS[line.rule](one, line);

const SPECIAL_TITLES = {
  missing_point(one) {
    const full = Math.floor(packOf(one) / 10);
    return title("missing_point", { less: full - 1, full });
  },
  kapo: (one, { side }) => title(side === one.bidder ? "kapo" : "kapo_by_defence"),
  stake: (one) => title("stake") + (one.winnerTakesAll ? ` ${doubledText(one.doubled)}` : ""),
  declarations({ hand, ruling }) {
    const values = declaredBy(hand, ruling.side).map(({ kind }) => VALUES.get(kind));
    return `${title("declarations")} ${values.join(" + ")}`;
  },
  none_all_bonus: ({ hand }) => title(hand.trump === "none" ? "none_bonus" : "all_bonus"),
  doubled: ({ doubled }) => `${doubledText(doubled)} ${doubledName(doubled)}`,
};

const PICKERS = {
  cards({ hand, rules }, { side }) {
    if (hand.kapo) return say("case", side === hand.kapo ? "all_tricks" : "no_trick");
    return reason(rules.unit === "tenths" ? "cut" : "as_counted");
  },
  missing_point: whoGetsThePoint,
  all_cards(one, { side }) {
    if (!one.winnerTakesAll) return reason("all_to_defence", { total: packOf(one) });
    if (one.hand.kapo === side && one.rules.kapo_bonus) return reason("plain_kapo");
    return takesEverything(one);
  },
  kapo(one) {
    const bonus = one.rules.kapo_bonus;
    return `${packOf(one)} + ${bonus} = ${packOf(one) + bonus}`;
  },
  stake: whyTheStake,
  declarations: whyTheseDeclarations,
  pilotta(one) {
    if (one.winnerTakesAll) return takesEverything(one);
    if (one.score.made || one.hand.pilotta !== one.bidder) return reason("pilotta");
    return reason(one.rules.failed_pilotta === "holder" ? "pilotta_stays" : "pilotta_lost");
  },
  none_all_bonus: ({ rules }) => reason("bonus", { bonus: rules.none_all_bonus }),
  doubled: ({ doubled }) => reason("doubled", { times: doubled }),
  pilotta_failed: () => reason("pilotta_failed"),
};

function whoGetsThePoint(one, { side }) {
  const { hand, rules, names } = one;
  const own = pointsOf(one, side);
  const others = pointsOf(one, OTHER[side]);
  if (own % 10 !== others % 10) {
    return reason("higher_digit", { digits: `${own % 10} > ${others % 10}` });
  }
  const equal = `${own % 10} = ${others % 10}`;
  if (rules.six_six === "ask" && missingPoint(hand, rules).equal) {
    return reason("table_gave", { equal, side: names[side] });
  }
  if (rules.six_six === "bidder" || own === others) return reason("equal_to_bidder", { equal });
  return reason("equal_to_more", { equal, more: own, fewer: others });
}

function whyTheStake(one) {
  const { hand, rules, score } = one;
  const why = comparison(one, { withSum: true });
  const parts = [reason(score.made ? "made" : "failed", { why })];
  const stake = stakeOf(hand, rules);
  if (hand.bid === KAPO) {
    parts.push(reason("kapo_bid", { stake }));
  } else if (rules.unit === "tenths" && hand.bid % 10) {
    parts.push(reason("odd_bid", { bid: bidText(hand.bid, rules), stake }));
  }
  if (one.winnerTakesAll) parts.push(`${stake} × ${one.doubled}`);
  else if (score.made && rules.stake_to === "more_points") parts.push(whoHasMore(one));
  return parts.join(AND_ALSO);
}

function whoHasMore(one) {
  const [ours, theirs] = [one.bidder, one.defence].map((side) => pointsOf(one, side));
  if (ours === theirs) return reason("equal_cards");
  return reason("more_cards", { more: `${Math.max(ours, theirs)} > ${Math.min(ours, theirs)}` });
}
