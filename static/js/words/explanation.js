// Why a score is what it is, line by line. `names` is `{A, B}`.

import {
  cardPoints,
  declaredBy,
  KAPO,
  ORDERS,
  OTHER,
  rivals,
  stakeOf,
  total,
  VALUES,
} from "../rules.js";
import {
  AND_ALSO,
  bidText,
  caseOf,
  comparison,
  declarationName,
  doubledName,
  doubledText,
  say,
} from "../words.js";

// Every line of the score, with its title and reason.
export function explain(hand, score, rules, names) {
  const one = caseOf(hand, score, rules, names);
  return score.lines.map((line) => ({
    ...line,
    title: titleOf(one, line),
    reason: reasonOf(one, line),
  }));
}

// Explain a score with both sides' lines of a rule in one row. `points` is `{A, B}`, null for a side
// without any.
export function explainInRows(...given) {
  const rows = [];
  for (const { side, points, ...words } of explain(...given)) {
    const last = rows.at(-1);
    if (last?.rule === words.rule && last.points[side] === null) last.points[side] = points;
    else rows.push({ ...words, points: { A: null, B: null, [side]: points } });
  }
  return rows;
}

// The reasons for announced extras without a line: they score for neither side.
export const unscored = (hand, score, rules, names) =>
  score.made === null ? [] : unscoredIn(caseOf(hand, score, rules, names));

// --- the title and the reason of each line ---

const title = (key, values) => say("title", key, values);
const reason = (key, values) => say("reason", key, values);
const packOf = ({ hand, rules }) => total(rules, hand.trump);
const pointsOf = ({ hand, rules }, side) => cardPoints(hand, side, rules);
const takesEverything = ({ hand }) =>
  say("case", "winner_takes_all", { doubled: doubledName(hand.doubled) });

const CARDS = ["cards", "all_cards"];
const TITLES = {
  missing_point(one) {
    const full = Math.floor(packOf(one) / 10);
    return title("missing_point", { less: full - 1, full });
  },
  kapo: ({ hand }, side) => title(side === hand.bidder ? "kapo" : "kapo_by_defence"),
  stake: ({ hand, winnerTakesAll }) =>
    title("stake") + (winnerTakesAll ? ` ${doubledText(hand.doubled)}` : ""),
  declarations: ({ hand, ruling }) =>
    `${title("declarations")} ${valuesOf(hand, ruling.side).join(" + ")}`,
  none_all_bonus: ({ hand }) => title(`${hand.trump}_bonus`),
  doubled: ({ hand }) => `${doubledText(hand.doubled)} ${doubledName(hand.doubled)}`,
};

function titleOf(one, { side, rule }) {
  if (TITLES[rule]) return TITLES[rule](one, side);
  return title(rule) + (CARDS.includes(rule) && one.rules.unit === "tenths" ? " ÷ 10" : "");
}

const REASONS = {
  cards({ hand, rules }, side) {
    if (hand.kapo) return say("case", side === hand.kapo ? "all_tricks" : "no_trick");
    return reason(rules.unit === "tenths" ? "cut" : "as_counted");
  },
  missing_point(one, side) {
    const { rules, names } = one;
    const [more, fewer] = [pointsOf(one, side), pointsOf(one, OTHER[side])];
    const digits = [more % 10, fewer % 10];
    if (digits[0] !== digits[1]) return reason("higher_digit", { digits: digits.join(" > ") });
    const equal = digits.join(" = ");
    if (rules.six_six === "ask") return reason("table_gave", { equal, side: names[side] });
    const toBidder = rules.six_six === "bidder" || more === fewer;
    return reason(toBidder ? "equal_to_bidder" : "equal_to_more", { equal, more, fewer });
  },
  all_cards(one, side) {
    if (!one.winnerTakesAll) return reason("all_to_defence", { total: packOf(one) });
    const plain = one.hand.kapo === side && one.rules.kapo_bonus;
    return plain ? reason("plain_kapo") : takesEverything(one);
  },
  kapo(one) {
    const bonus = one.rules.kapo_bonus;
    return `${packOf(one)} + ${bonus} = ${packOf(one) + bonus}`;
  },
  stake(one) {
    const { hand, rules, score } = one;
    const stake = stakeOf(hand, rules);
    const parts = [reason(score.made ? "made" : "failed", { why: comparison(one, true) })];
    if (hand.bid === KAPO) parts.push(reason("kapo_bid", { stake }));
    else if (rules.unit === "tenths" && hand.bid % 10) {
      parts.push(reason("odd_bid", { bid: bidText(hand.bid, rules), stake }));
    }
    if (one.winnerTakesAll) parts.push(`${stake} × ${hand.doubled}`);
    else if (score.made && rules.stake_to === "more_points") parts.push(whoHasMore(one));
    return parts.join(AND_ALSO);
  },
  declarations: (one) => [whoseAreBetter(one), whoGetsThem(one)].filter(Boolean).join(AND_ALSO),
  pilotta(one) {
    const { hand, score, rules } = one;
    if (one.winnerTakesAll) return takesEverything(one);
    if (score.made || hand.pilotta !== hand.bidder) return reason("pilotta");
    return reason(rules.failed_pilotta === "holder" ? "pilotta_stays" : "pilotta_lost");
  },
  none_all_bonus: ({ rules }) => reason("bonus", { bonus: rules.none_all_bonus }),
  doubled: ({ hand }) => reason("doubled", { times: hand.doubled }),
  pilotta_failed: () => reason("pilotta_failed"),
};

const reasonOf = (one, { side, rule }) => REASONS[rule](one, side);

function whoHasMore(one) {
  const [ours, theirs] = [pointsOf(one, one.hand.bidder), pointsOf(one, one.defence)];
  if (ours === theirs) return reason("equal_cards");
  return reason("more_cards", { more: `${Math.max(ours, theirs)} > ${Math.min(ours, theirs)}` });
}

const valuesOf = (hand, side) => declaredBy(hand, side).map(({ kind }) => VALUES.get(kind));

function whoseAreBetter({ hand, rules, names, ruling: { side, reason: key } }) {
  const inOrder = (of) => [of(side), of(OTHER[side])];
  if (key === "value") {
    const [high, low] = inOrder((one) => Math.max(...valuesOf(hand, one)));
    return say("ruling", key, { high, low });
  }
  if (key === "length") {
    // The length decides only between runs, and no shorter run has their value.
    const lengths = inOrder((one) =>
      Math.max(...declaredBy(hand, one).map(({ kind }) => Number(kind[3]))),
    );
    return say("ruling", key, { cards: lengths.join(" > ") });
  }
  if (key === "trumps") {
    return say("ruling", names[side] === say("label", "us") ? "trumps_ours" : key);
  }
  if (key !== "top") return say("ruling", key);
  const [high, low] = inOrder((one) => declarationName(bestOf(rivals(hand)[one], rules)));
  return say("ruling", key, { high, low });
}

// The declaration with the highest card; one in trumps comes before one in a plain suit.
function bestOf(declared, rules) {
  const order = ORDERS[rules.declaration_order];
  const rank = ({ top, in_trumps }) => order.indexOf(top) + (in_trumps ? 0.5 : 0);
  return declared.reduce((best, other) => (rank(other) > rank(best) ? other : best));
}

function whoGetsThem(one) {
  const { hand, score, ruling } = one;
  if (one.winnerTakesAll) {
    return ruling.side === (score.made ? hand.bidder : one.defence) ? "" : takesEverything(one);
  }
  if (score.made || ruling.side !== hand.bidder) return "";
  return say("left_to", one.rules.failed_declarations);
}

function unscoredIn(one) {
  const { hand, ruling } = one;
  const isScored = (name) => one.score.lines.some(({ rule }) => rule === name);
  const told = [];
  if (ruling.side === null && ruling.reason !== "none") told.push(whoseAreBetter(one));
  if (ruling.side && !isScored("declarations")) told.push(lost(one, "declarations"));
  if (hand.pilotta && !isScored("pilotta")) told.push(lost(one, "pilotta"));
  if (hand.pilotta_failed && !isScored("pilotta_failed")) told.push(say("lost", "second_card"));
  return told;
}

function lost({ hand, rules, defence }, what) {
  const byKapo = hand.kapo === defence && rules.reversed_extras === "nobody";
  return say("lost", byKapo ? "by_kapo" : "by_failing", { what: say("lost", what) });
}
