// The name of each value of the rules (scorekeeper/i18n/labels.py).

import { KAPO, PRESETS, sideOf } from "../rules.js";
import { isSaid, say } from "./say.js";

const SUIT_GLYPHS = { hearts: "♥", diamonds: "♦", clubs: "♣", spades: "♠" };
// The alphabets that are written from right to left.
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const presetName = (preset) => say("preset", preset);

// A rule set's preset, or house rules and what they were made from.
export function rulesName(rules) {
  const preset = presetName(rules.preset);
  return isHouseRules(rules) ? say("label", "house_rules", { preset }) : preset;
}

// Does the set differ from its preset in anything but the target?
function isHouseRules(rules) {
  const preset = PRESETS[rules.preset];
  return Object.keys(preset).some(
    (field) => field !== "target" && field !== "version" && rules[field] !== preset[field],
  );
}

// The sign of a suit, or a few letters for no trump and all trump.
export function trumpGlyph(trump) {
  if (!trump) return "";
  return SUIT_GLYPHS[trump] ?? say("trump_short", trump);
}

export const trumpName = (trump) => say("trump", trump);

// A bid as it is spoken: 90 is "9" in tenths and "90" in points; 86 is always "86".
export function bidText(bid, rules) {
  if (bid === undefined || bid === null) return "";
  if (bid === KAPO) return kapoWord();
  return String(rules.unit === "points" || bid % 10 ? bid : bid / 10);
}

export const kapoWord = () => say("label", "kapo");

// The kapo of a hand as the ledger writes it; nothing also where the bid says kapo already.
export function kapoText(hand) {
  if (!hand.kapo) return "";
  if (hand.kapo !== hand.bidder) return say("label", "reversed");
  return hand.bid === KAPO ? "" : kapoWord();
}

export const doubledText = (doubled) => (doubled > 1 ? `×${doubled}` : "");

export const doubledName = (doubled) => (doubled > 1 ? say("doubled", doubled) : "");

// A contract in a few words: bid, suit, doubling, kapo.
export function contractWords(hand, rules) {
  if (hand.passed_out) return say("label", "passed_out");
  const parts = [
    bidText(hand.bid, rules),
    trumpGlyph(hand.trump),
    doubledText(hand.doubled),
    kapoText(hand),
  ];
  return parts.filter(Boolean).join(" ");
}

export const kindName = (kind) => say("kind", kind);

// A kind of declaration in as few letters as a chip holds.
export function kindShort(kind) {
  if (kind.startsWith("run")) return say("kind_short", "run", { cards: kind[3] });
  return say("kind_short", kind);
}

export const rankName = (rank) => (isSaid("rank", rank) ? say("rank", rank) : rank);

// The top card after "to".
export const runTop = (rank) => say("top", rank);

export function declarationName({ kind, top, in_trumps }) {
  if (!top) return kindName(kind);
  if (kind === "four") return say("four", top);
  const run = say("label", "run_to", { run: kindName(kind), top: runTop(top) });
  return in_trumps ? say("label", "run_in_trumps", { run }) : run;
}

export const defaultSideNames = () => ({ A: say("label", "A"), B: say("label", "B") });

// The names of a match's sides; where none was given, Us and Them.
export function sideNames(sides) {
  const { A, B } = defaultSideNames();
  return { A: apart(sides.A.name) || A, B: apart(sides.B.name) || B };
}

// From right to left a name stands in an isolate, or it would turn the score behind it round.
const apart = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

// The player who sits there, or the side and the seat's number.
export const seatName = (seat, names, player = "") => player || `${names[sideOf(seat)]} ${seat[1]}`;

// What a side scored: `+19`, a dash for nothing, `-20`.
export function scoreText(points) {
  if (points === 0) return "–";
  return points > 0 ? `+${points}` : String(points);
}
