// As scorekeeper/rules/model.py. Here hands, rule sets and answers are the plain JSON of docs/rules.md. In
// a hand absent and null are the same.

export const VERSION = 1;

/** @type {Side[]} */
export const SIDES = ["A", "B"];
/** @type {Seat[]} */
export const SEATS = ["A1", "B1", "A2", "B2"];
/** @type {Suit[]} */
export const SUITS = ["hearts", "diamonds", "clubs", "spades"];
/** @type {Trump[]} */
export const TRUMPS = [...SUITS, "none", "all"];
/** @type {BySide<Side>} */
export const OTHER = { A: "B", B: "A" };

export const KAPO = "kapo";
export const KAPO_BID_POINTS = 250;
export const LOWEST_BID = 80;
export const HIGHEST_BID = 400;
export const LOWEST_TARGET = 21;
export const HIGHEST_TARGET = 5000;
export const PILOTTA = 20;

// More is no score of anybody's.
export const LARGEST_NUMBER = 10n ** 100n;

// A BigInt is what a program reads that keeps all digits (tests/js/score.mjs); JSON.parse makes none.
/** @type {(value: unknown) => value is number} */
export const isWhole = (value) => Number.isInteger(value) || typeof value === "bigint";

// To the last digit, as Python has it.
/** @param {number} value */
export function exact(value) {
  const whole = BigInt(value);
  if (whole > LARGEST_NUMBER) return LARGEST_NUMBER;
  return whole < -LARGEST_NUMBER ? -LARGEST_NUMBER : whole;
}

/** @param {Trump | undefined} trump */
export const isWithoutSuit = (trump) => trump === "none" || trump === "all";

/** @param {Rules} rules */
export const divisorOf = (rules) => (rules.unit === "tenths" ? 10 : 1);

/** @param {Rules} rules @param {Trump | undefined} trump */
export function total(rules, trump) {
  if (trump === "none") return rules.none_total;
  return trump === "all" ? rules.all_total : 162;
}

// In the order in which problems are reported.
const CODES = [
  "missing",
  "unknown",
  "bid_range",
  "bid_step",
  "kapo_bid_not_played",
  "trump_not_played",
  "doubling_not_played",
  "points_range",
  "points_sum",
  "points_impossible",
  "kapo_points",
  "declarations_impossible",
  "pilotta_trump",
  "pilotta_impossible",
  "pilotta_twice",
  "declarations_undecided",
  "leader_needed",
  "tie_point_needed",
];

/** @param {string} code @param {string | null} field @returns {Problem} */
export const problem = (code, field) => ({ code, field });

// The problems, each once, by code and then by field.
/** @param {Problem[]} problems */
export function inOrder(problems) {
  const once = new Map(problems.map((one) => [`${one.code} ${one.field}`, one]));
  return [...once.values()].sort(
    (one, other) =>
      CODES.indexOf(one.code) - CODES.indexOf(other.code) ||
      compareTexts(one.field ?? "", other.field ?? ""),
  );
}

/** @param {string} char */
const pointOf = (char) => /** @type {number} */ (char.codePointAt(0));

// By characters, as Python does: `<` would put an emoji before some letters.
/** @param {string} one @param {string} other */
function compareTexts(one, other) {
  const ours = [...one];
  const theirs = [...other];
  const place = ours.findIndex((char, index) => char !== theirs[index]);
  if (place === -1) return ours.length - theirs.length;
  return place < theirs.length ? pointOf(ours[place]) - pointOf(theirs[place]) : 1;
}
