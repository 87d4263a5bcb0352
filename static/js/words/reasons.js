// Why a score is what it is: as a headline, in one line, and line by line
// (scorekeeper/i18n/reasons.py). `names` are the sides' names, `{A, B}`.

import { KAPO, OTHER, SIDES } from "../rules.js";
import { AND_ALSO, caseOf, comparison } from "./case.js";
import { unscoredIn } from "./declared.js";
import { doubledText, kapoWord } from "./labels.js";
import { reasonOf, titleOf } from "./lines.js";
import { say } from "./say.js";

// In a summary.
const LONGEST_NAME = 10;

// What became of the contract: `Made: 97 ≥ 90`, `Failed ×2: 89 < 90`, `Passed out`.
export function headline(hand, score, rules, names) {
  if (score.made === null) return say("headline", "passed_out");
  const verdict = say("headline", score.made ? "made" : "failed");
  const times = doubledText(hand.doubled);
  return `${verdict}${times && ` ${times}`}: ${outcome(caseOf(hand, score, rules, names))}`;
}

function outcome(one) {
  const { hand, score } = one;
  if (hand.kapo === one.defence) return say("headline", "by_defence");
  if (hand.bid === KAPO) return score.made ? kapoWord() : say("case", "no_kapo");
  return (hand.kapo ? `${kapoWord()}, ` : "") + comparison(one);
}

// What the winner's score is made of, in one short line: `9 and the missing 1, stake 9`. The other
// side is named only where it has more than its own cards.
export function summary(hand, score, rules, names) {
  if (score.made === null) return say("part", "nothing");
  const winner = score.made ? hand.bidder : OTHER[hand.bidder];
  const loser = OTHER[winner];
  const lines = score.lines.filter(({ rule }) => rule !== "doubled");
  const texts = [partsOf(lines, winner, rules)];
  if (lines.some(({ side, rule }) => side === loser && rule !== "cards")) {
    texts.push(`${short(names[loser])}: ${partsOf(lines, loser, rules)}`);
  }
  if (lines.length < score.lines.length) {
    texts.push(say("part", "doubled", { times: hand.doubled }));
  }
  return texts.filter(Boolean).join(AND_ALSO);
}

function partsOf(allLines, side, rules) {
  const lines = allLines.filter((line) => line.side === side);
  const told = lines.length > 1 ? lines.filter(({ points }) => points) : lines;
  return told.reduce((text, { rule, points }) => {
    // Without a stake the card points may stand alone.
    const key = rule === "cards" && !rules.stake ? "lone_cards" : rule;
    const part = say("part", key, { points: String(points).replace("-", "−") });
    return text ? text + (rule === "missing_point" ? " " : ", ") + part : part;
  }, "");
}

function short(name) {
  const letters = [...name];
  if (letters.length <= LONGEST_NAME) return name;
  return `${letters
    .slice(0, LONGEST_NAME - 1)
    .join("")
    .trimEnd()}…`;
}

// Every line of the score in words, in the score's order: its side, points and rule, title and reason.
export function explain(hand, score, rules, names) {
  const one = caseOf(hand, score, rules, names);
  return score.lines.map((line) => ({
    ...line,
    title: titleOf(one, line),
    reason: reasonOf(one, line),
  }));
}

// The same with the two sides' lines of a rule in one row, as a table shows them: `points` is
// `{A, B}`, null where the rule gave a side nothing.
export function explainInRows(hand, score, rules, names) {
  const rows = [];
  for (const { side, points, rule, title, reason } of explain(hand, score, rules, names)) {
    const last = rows.at(-1);
    if (last?.rule === rule && SIDES.some((one) => last.points[one] === null)) {
      last.points[side] ??= points;
    } else {
      rows.push({ rule, title, reason, points: { A: null, B: null, [side]: points } });
    }
  }
  return rows;
}

// What was announced and has no line, because it scores for nobody, and why.
export function unscored(hand, score, rules, names) {
  return score.made === null ? [] : unscoredIn(caseOf(hand, score, rules, names));
}
