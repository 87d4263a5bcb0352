// Declarations read and compared, as scorekeeper/rules/declarations.py.

import { isWithoutSuit, SIDES } from "./model.js";

export const VALUES = new Map([
  ["run3", 20],
  ["run4", 50],
  ["run5", 100],
  ["run6", 100],
  ["run7", 100],
  ["run8", 100],
  ["four", 100],
  ["nines", 150],
  ["jacks", 200],
]);

/** @type {Record<Rules["declaration_order"], (string | null)[]>} */
export const ORDERS = {
  natural: ["7", "8", "9", "10", "J", "Q", "K", "A"],
  cards: ["7", "8", "9", "J", "Q", "K", "10", "A"],
};
export const FOURS = ["A", "K", "Q", "10"];
/** @type {Record<string, string | undefined>} */
const NAMED_FOURS = { nines: "9", jacks: "J" };

/** @param {string} kind */
const isRun = (kind) => kind.startsWith("run");

// Null for a code that names none.
/** @param {unknown} code @returns {Declaration | null} */
export function readDeclaration(code) {
  if (typeof code !== "string") return null;
  const [kind, ...rest] = code.split(":");
  if (!VALUES.has(kind)) return null;
  const top = rest[0] ?? null;
  const inTrumps = rest.length === 2 && rest[1] === "t";
  let known = rest.length === 0;
  if (isRun(kind) && !known) {
    known = ORDERS.natural.includes(top) && (rest.length === 1 || inTrumps);
  } else if (kind === "four" && !known) {
    known = rest.length === 1 && FOURS.includes(top);
  }
  return known ? { kind, top, in_trumps: inTrumps } : null;
}

/** @param {Declaration} declaration */
export function declarationCode({ kind, top, in_trumps }) {
  if (!top) return kind;
  return in_trumps ? `${kind}:${top}:t` : `${kind}:${top}`;
}

/** @param {PartialHand} hand @param {Side} side @returns {Declaration[]} */
export const declaredBy = (hand, side) =>
  (hand.declarations?.[side] ?? []).map(readDeclaration).filter((one) => one !== null);

/** @param {PartialHand} hand @param {Side} side */
const hasDeclared = (hand, side) => (hand.declarations?.[side] ?? []).length > 0;

/** @param {PartialHand} hand */
export const bothDeclare = (hand) => SIDES.every((side) => hasDeclared(hand, side));

/** @param {Declaration} declaration */
const lengthOf = ({ kind }) => (isRun(kind) ? Number(kind[3]) : 4);

/** @param {Declaration} declaration */
const worthOf = ({ kind }) => /** @type {number} */ (VALUES.get(kind));

// Value, a four before a run, the longer run: compared from left to right.
/** @param {Declaration} declaration @returns {number[]} */
const strength = (declaration) => [
  worthOf(declaration),
  declaration.kind === "four" ? 1 : 0,
  lengthOf(declaration),
];

/** @param {number[]} one @param {number[]} other */
function order(one, other) {
  const place = one.findIndex((part, index) => part !== other[index]);
  return place === -1 ? 0 : one[place] - other[place];
}

/** @param {number[][]} ranks */
const highest = (ranks) => ranks.reduce((best, rank) => (order(rank, best) > 0 ? rank : best));

/** @param {Declaration} declaration @param {Rules} rules */
function ranksInRun(declaration, rules) {
  if (declaration.top === null || !isRun(declaration.kind)) return [];
  const ranks = ORDERS[rules.declaration_order];
  const end = ranks.indexOf(declaration.top) + 1;
  return ranks.slice(Math.max(0, end - lengthOf(declaration)), end);
}

/** @param {PartialHand} hand @param {Rules} rules */
export function compareDeclarations(hand, rules) {
  const to = /** @type {Side | null} */ (hand.declarations_to ?? null); // "nobody" has no declarations
  if (to !== null) return ruling(hasDeclared(hand, to) ? to : null, "table");
  if (!bothDeclare(hand)) {
    const alone = SIDES.find((side) => hasDeclared(hand, side)) ?? null;
    return ruling(alone, alone ? "alone" : "none");
  }
  const [ours, theirs] = bestsOf(hand);
  if (order(ours, theirs) !== 0) return byStrength(ours, theirs, hand, rules);
  return byCards(ours, rivals(hand), hand, rules);
}

// The strength of each side's best.
/** @param {PartialHand} hand */
const bestsOf = (hand) => SIDES.map((side) => highest(declaredBy(hand, side).map(strength)));

// Of two sides whose bests are of equal value, kind and length: those bests, else nothing.
/** @param {PartialHand} hand */
export function rivals(hand) {
  if (!bothDeclare(hand)) return { A: [], B: [] };
  const [best, other] = bestsOf(hand);
  if (order(best, other) !== 0) return { A: [], B: [] };
  /** @param {Declaration} declaration */
  const isBest = (declaration) => order(strength(declaration), best) === 0;
  const [A, B] = SIDES.map((side) => declaredBy(hand, side).filter(isBest));
  return { A, B };
}

/** @param {Side | null} side @param {string} reason @returns {Ruling} */
const ruling = (side, reason) => ({ side, reason });

/**
 * @param {number[]} ours
 * @param {number[]} theirs
 * @param {PartialHand} hand
 * @param {Rules} rules
 */
function byStrength(ours, theirs, hand, rules) {
  const better = order(ours, theirs) > 0 ? "A" : "B";
  if (ours[0] !== theirs[0]) return ruling(better, "value");
  if (ours[1] === theirs[1]) return ruling(better, "length");
  return rules.four_beats_run ? ruling(better, "four") : equal(hand, rules);
}

/**
 * @param {number[]} strength @param {BySide<Declaration[]>} bests
 * @param {PartialHand} hand @param {Rules} rules
 */
function byCards([value], { A: ours, B: theirs }, hand, rules) {
  if (value > 100) return equal(hand, rules); // nines and jacks name their cards
  if ([...ours, ...theirs].some(({ top }) => top === null)) return ruling(null, "undecided");
  const ranks = ORDERS[rules.declaration_order];
  const trumpsTell = rules.trump_breaks_tie && !isWithoutSuit(hand.trump);
  /** @param {Declaration} declaration */
  const rank = ({ top, in_trumps }) => [ranks.indexOf(top), trumpsTell && in_trumps ? 1 : 0];
  const [best, other] = [ours, theirs].map((rivals) => highest(rivals.map(rank)));
  const better = order(best, other);
  if (better === 0) return equal(hand, rules);
  return ruling(better > 0 ? "A" : "B", best[0] !== other[0] ? "top" : "trumps");
}

/** @param {PartialHand} hand @param {Rules} rules */
function equal(hand, rules) {
  if (rules.declaration_tie === "nobody") return ruling(null, "equal");
  const leader = hand.leader ?? null;
  return ruling(leader, leader ? "leader" : "leader_needed");
}

/** @param {PartialHand} hand @param {Rules} rules @returns {Declared} */
export function scoreOfDeclarations(hand, rules) {
  const { side } = compareDeclarations(hand, rules);
  if (side === null) return { side, points: 0 };
  const values = declaredBy(hand, side).map(worthOf);
  return { side, points: values.reduce((sum, value) => sum + value, 0) };
}

/** @param {PartialHand} hand @param {Rules} rules */
export function areImpossible(hand, rules) {
  const [ours, theirs] = SIDES.map((side) => toldBy(declaredBy(hand, side), rules));
  return !(
    ours.possible &&
    theirs.possible &&
    areApart(ours.fours, theirs.fours) &&
    areApart(ours.fours, theirs.inRuns) &&
    areApart(theirs.fours, ours.inRuns) &&
    (areApart(ours.trumps, theirs.trumps) || isWithoutSuit(hand.trump))
  );
}

// The trumps that a side's declarations name.
/** @param {PartialHand} hand @param {Side} side @param {Rules} rules */
export function trumpsDeclaredBy(hand, side, rules) {
  const { fours, trumps } = toldBy(declaredBy(hand, side), rules);
  return [...fours, ...trumps];
}

/** @param {Declaration[]} declared @param {Rules} rules */
function toldBy(declared, rules) {
  const fours = declared.map(fourRank).filter((rank) => rank !== null);
  const runs = declared
    .map((run) => ({ run, ranks: ranksInRun(run, rules) }))
    .filter(({ ranks }) => ranks.length > 0);
  return {
    possible:
      new Set(fours).size === fours.length &&
      runs.every(({ run, ranks }) => ranks.length === lengthOf(run)),
    fours,
    inRuns: runs.flatMap(({ ranks }) => ranks),
    trumps: runs.filter(({ run }) => run.in_trumps).flatMap(({ ranks }) => ranks),
  };
}

/** @param {Declaration} declaration @returns {string | null} */
const fourRank = ({ kind, top }) => (kind === "four" ? top : (NAMED_FOURS[kind] ?? null));

/** @param {(string | null)[]} ours @param {(string | null)[]} theirs */
const areApart = (ours, theirs) => !ours.some((rank) => theirs.includes(rank));
