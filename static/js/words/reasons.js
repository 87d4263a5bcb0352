// Why a score is what it is: as a headline, in one line, and line by line. `names` is `{A, B}`.

import { shorten } from "../names.js";
import { compareDeclarations, KAPO, OTHER } from "../rules.js";
import { doubledText, kapoWord, numberText, say } from "./labels.js";
import { AND_ALSO, comparison, reasonOf, titleOf, unscoredIn } from "./lines.js";

const LONGEST_NAME = 10;

// A hand that was played, with all that its explanation needs.
function caseOf(hand, score, rules, names) {
  const defence = OTHER[hand.bidder];
  const winnerTakesAll = hand.doubled > 1 && rules.doubling === "stake";
  const ruling = compareDeclarations(hand, rules);
  return { hand, score, rules, names, defence, winnerTakesAll, ruling };
}

export function headline(hand, score, rules, names) {
  if (score.made === null) return say("headline", "passed_out");
  const verdict = [say("headline", score.made ? "made" : "failed"), doubledText(hand.doubled)];
  const outcome = outcomeOf(caseOf(hand, score, rules, names));
  return `${verdict.filter(Boolean).join(" ")}: ${outcome}`;
}

function outcomeOf(one) {
  const { hand, score } = one;
  if (hand.kapo === one.defence) return say("headline", "by_defence");
  if (hand.bid === KAPO) return score.made ? kapoWord() : say("case", "no_kapo");
  return (hand.kapo ? `${kapoWord()}, ` : "") + comparison(one);
}

export function summary(hand, { made, lines }, rules, names) {
  if (made === null) return say("part", "nothing");
  const winner = made ? hand.bidder : OTHER[hand.bidder];
  const loser = OTHER[winner];
  const texts = [partsOf(lines, winner, rules)];
  if (lines.some(({ side, rule }) => side === loser && rule !== "cards" && rule !== "doubled")) {
    texts.push(`${shorten(names[loser], LONGEST_NAME)}: ${partsOf(lines, loser, rules)}`);
  }
  if (lines.some(({ rule }) => rule === "doubled")) {
    texts.push(say("part", "doubled", { times: hand.doubled }));
  }
  return texts.filter(Boolean).join(AND_ALSO);
}

function partsOf(lines, own, rules) {
  const all = lines.filter(({ side, rule }) => side === own && rule !== "doubled");
  const told = all.filter(({ points }) => points || all.length === 1);
  return told.reduce((text, { rule, points }) => {
    // Without a stake the card points may stand alone.
    const key = rule === "cards" && !rules.stake ? "lone_cards" : rule;
    const part = say("part", key, { points: numberText(points) });
    return text ? text + (rule === "missing_point" ? " " : ", ") + part : part;
  }, "");
}

// Every line of the score, with its title and reason.
export function explain(hand, score, rules, names) {
  const one = caseOf(hand, score, rules, names);
  return score.lines.map((line) => ({
    ...line,
    title: titleOf(one, line),
    reason: reasonOf(one, line),
  }));
}

// Explain a score with both sides' lines of a rule in one row; `points` is `{A, B}`, null where it
// has none.
export function explainInRows(...given) {
  const rows = [];
  for (const { side, points, ...words } of explain(...given)) {
    const last = rows.at(-1);
    if (last?.rule === words.rule && last.points[side] === null) last.points[side] = points;
    else rows.push({ ...words, points: { A: null, B: null, [side]: points } });
  }
  return rows;
}

// The reasons why something announced has no line: it scores for nobody.
export const unscored = (hand, score, rules, names) =>
  score.made === null ? [] : unscoredIn(caseOf(hand, score, rules, names));
