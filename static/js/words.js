// The phone's words: what scorekeeper/i18n/ says, sentence for sentence, by functions of the same names.
// The sentences come from the server (explain/spoken.py); here stands which one is said, and of what.

import { shorten } from "./names.js";
import {
  cardPoints,
  compareDeclarations,
  contractPoints,
  HIGHEST_BID,
  KAPO,
  LOWEST_BID,
  OTHER,
  PRESETS,
  rivals,
  scoreOfDeclarations,
  sideOf,
  total,
  winnerTakesAll,
} from "./rules.js";

// Fetches the words of a language; before they are there nothing can be said.
export async function loadWords(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`no words: ${answer.status}`);
  speak(await answer.json());
}

// --- labels ---

// Table → key → text.
let tables = {};

// From now on everything is said in these words; a page has one language.
export function speak(words) {
  tables = words;
}

// The text, with `values` in place of `%(name)s`.
export const say = (table, key, values) =>
  tables[table][key].replace(/%\((\w+)\)s/g, (_, name) => values[name]);

export const isSaid = (table, key) => Object.hasOwn(tables[table] ?? {}, key);

export const presetName = (preset) => say("preset", preset);

export function rulesName(rules) {
  const preset = presetName(rules.preset);
  return isHouseRules(rules) ? say("label", "house_rules", { preset }) : preset;
}

const isHouseRules = (rules) =>
  Object.entries(PRESETS[rules.preset]).some(
    ([field, value]) => field !== "target" && field !== "version" && rules[field] !== value,
  );

export const trumpName = (trump) => say("trump", trump);

export const trumpGlyph = (trump) => (trump ? say("trump_glyph", trump) : "");

export function bidText(bid, rules) {
  if (bid === undefined || bid === null) return "";
  if (bid === KAPO) return kapoWord();
  const isInPoints = rules.unit === "points" || rules.bid_step === 1 || bid % 10;
  return String(isInPoints ? bid : bid / 10);
}

export const kapoWord = () => say("label", "kapo");

/** @param {Pick<PartialHand, "kapo" | "bidder" | "bid">} hand */
export function kapoText({ kapo, bidder, bid }) {
  if (!kapo || (kapo === bidder && bid === KAPO)) return "";
  return kapo === bidder ? kapoWord() : say("label", "reversed");
}

export const doubledText = (doubled) => (doubled > 1 ? `×${doubled}` : "");

export const doubledName = (doubled) => (doubled > 1 ? say("doubled", doubled) : "");

export function contractWords(hand, rules) {
  if (hand.passed_out) return say("label", "passed_out");
  const { bid, trump, doubled } = hand;
  const parts = [bidText(bid, rules), trumpGlyph(trump), doubledText(doubled), kapoText(hand)];
  return parts.filter(Boolean).join(" ");
}

export const kindName = (kind) => say("kind", kind);

export const kindShort = (kind) =>
  kind.startsWith("run") ? say("kind_short", "run", { cards: kind[3] }) : say("kind_short", kind);

export const rankName = (rank) => say("rank", rank);

export const runTop = (rank) => say("top", rank);

export function declarationName({ kind, top, in_trumps }) {
  if (!top) return kindName(kind);
  if (kind === "four") return say("four", top);
  const run = say("label", "run_to", { run: kindName(kind), top: runTop(top) });
  return in_trumps ? say("label", "run_in_trumps", { run }) : run;
}

// The names of sides to which the players gave none, true for every reader.
export const defaultSideNames = () => ({ A: say("label", "A"), B: say("label", "B") });

// Us and Them, as the phone's side reads them. Side A stays on the left.
/** @returns {BySide<string>} */
function ownSideNames() {
  const names = [say("label", "us"), say("label", "them")];
  const [A, B] = reader === "A" ? names : names.reverse();
  return { A, B };
}

const LONGEST_PAIR = 24; // letters of two names in the two lines over a total
/** @type {Side | null} */
let reader = null;
/** @type {Record<Seat, string> | null} */
let dealsSeen = null;

// Set the phone's side in the match that is shown. `deals` has the sentence for each dealer, if the phone
// knows its chair.
/** @param {Side | null} [side] @param {Record<Seat, string> | null} [deals] */
export function readFor(side = null, deals = null) {
  reader = side;
  dealsSeen = deals;
}

// The side of the phone in the match that is shown.
export const readerSide = () => reader;

// The result of `say` as a phone of this side reads it, on a page of another match.
/** @template T @param {Side | null} side @param {() => T} say @returns {T} */
export function readAs(side, say) {
  const before = { reader, dealsSeen };
  readFor(side);
  try {
    return say();
  } finally {
    readFor(before.reader, before.dealsSeen);
  }
}

// The names of a match's `sides`.
/** @param {BySide<Party>} sides @returns {BySide<string>} */
export function sideNames(sides) {
  const typed = { A: sides.A.name, B: sides.B.name };
  const own = reader && ownSideNames();
  const isOwn = own && (typed.A || own.A) !== (typed.B || own.B);
  const names = isOwn ? own : defaultSideNames();
  const { A, B } = isOwn ? typed : namedByPlayers(sides, typed);
  return { A: apart(A) || names.A, B: apart(B) || names.B };
}

// A side without a name is called by its players.
function namedByPlayers({ A, B }, typed) {
  const whole = byPlayers({ A, B }, (name) => name);
  if (whole.A === whole.B) return typed;
  const short = byPlayers({ A, B }, (name) => name.split(" ")[0]);
  const isLong = [whole.A, whole.B].some((name) => [...name].length > LONGEST_PAIR);
  return isLong && short.A !== short.B ? short : whole;
}

function byPlayers({ A, B }, call) {
  const nameOf = ({ name, players = [] }) => name || players.filter(Boolean).map(call).join(" – ");
  return { A: nameOf(A), B: nameOf(B) };
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// From right to left a name stands in an isolate, or it would turn the score behind it round.
const apart = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

export const seatName = (seat, names, player) => player || `${names[sideOf(seat)]} ${seat[1]}`;

// `us` or `them`, where the side is called so; undefined for another name.
/** @param {string} side */
export const ownSide = (side) => ["us", "them"].find((key) => side === say("label", key));

// The dealer: the player, or the side with the number of its player. A phone with a chair says the place.
export function dealsText(seat, names, player) {
  if (dealsSeen) return dealsSeen[seat];
  if (player) return say("label", "deals", { player });
  return ofSide(`deals_${seat[1]}`, names[sideOf(seat)]);
}

// The points that a side still needs to reach its target, in points of the ledger.
export const needText = (side, points) => ofSide("need", side, { points });

// That a hand ends the match, and the winner.
export const endsText = (winner) => ofSide("ends", winner);

// The winner of a match that is over.
export const wonText = (winner) => ofSide("won", winner);

// The sentence about a side, as the phone that belongs to one of them says it.
function ofSide(key, side, values) {
  const own = ownSide(side);
  return say("label", own ? `${own}_${key}` : key, { side, ...values });
}

export function scoreText(points) {
  if (points === 0) return "–";
  return points > 0 ? `+${points}` : numberText(points);
}

// With a minus that is as wide as a digit.
export const numberText = (number) => String(number).replace("-", "−");

// Before a minus stands a colon in place of a dash.
export const between = ({ B }) => (B < 0 ? ":" : "–");

// Two scores on one line.
export const scoresText = (score) =>
  `${numberText(score.A)}\u00a0${score.B < 0 ? ":" : "–\u2060"}\u00a0${numberText(score.B)}`;

// --- faults of a hand, and the next question to the table ---

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

// --- why: as a headline, and in one line ---

const LONGEST_NAME = 10;
// Between two reasons; a semicolon would be a question mark in Greek.
export const AND_ALSO = " · ";

// A hand that was played, with all that its explanation needs.
export function caseOf(hand, score, rules, names) {
  return {
    hand,
    score,
    rules,
    names,
    defence: OTHER[hand.bidder],
    winnerTakesAll: winnerTakesAll(hand, rules),
    ruling: compareDeclarations(hand, rules),
  };
}

// The bidder's points and the bid: `97, needed 90`, `92 + 20, needed 110`.
export function comparison(one, withSum = false) {
  const { hand, score, rules } = one;
  if (hand.kapo === one.defence) return say("case", "no_trick");
  if (hand.bid === KAPO) return say("case", score.made ? "all_tricks" : "no_kapo");
  const points = contractPoints(hand, rules, scoreOfDeclarations(hand, rules));
  // The bidder's points without declarations and pilotta.
  const cards = cardPoints(hand, hand.bidder, rules) + (hand.kapo ? rules.kapo_bonus : 0);
  const sum = withSum ? ` = ${points}` : "";
  const parts = points === cards ? cards : `${cards} + ${points - cards}${sum}`;
  return say("case", "needed", { points: parts, bid: hand.bid });
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
  return (hand.kapo ? `${kapoWord()} ` : "") + comparison(one);
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
    return text ? text + (points < 0 ? ", " : " + ") + part : part;
  }, "");
}
