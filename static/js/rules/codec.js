// JSON read as hands and rule sets, as scorekeeper/rules/codec.py.

import { contractProblems, problems } from "./checks.js";
import { readDeclaration } from "./declarations.js";
import {
  exact,
  HIGHEST_TARGET,
  inOrder,
  isWhole,
  KAPO,
  LARGEST_NUMBER,
  LOWEST_TARGET,
  problem,
  SIDES,
  TRUMPS,
} from "./model.js";
import { PRESETS, SWITCHES } from "./presets.js";
import { scoreHand } from "./scoring.js";

/** @type {(value: unknown) => value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @type {(value: unknown) => value is undefined | null} */
const isAbsent = (value) => value === undefined || value === null;
/** @template T @param {Record<string, T>} data @param {string} field */
const get = (data, field) => (Object.hasOwn(data, field) ? data[field] : undefined);

// A reader of a hand's field gives the value in its one form, undefined where it says nothing, or:

/** @type {unique symbol} */
const UNREAD = Symbol("there, and cannot be read");

/** @typedef {Record<string, unknown>} Fields What JSON may be. */
/** @typedef {(value: unknown) => unknown} Reader */
/** @param {unknown[]} values @returns {Reader} */
const oneOf = (values) => (value) => (values.includes(value) ? value : UNREAD);
const readSide = oneOf(SIDES);

/** @param {unknown} value */
function readNumber(value) {
  return isWhole(value) ? value || 0 : UNREAD; // no -0
}

/** @param {unknown} value */
function readDoubled(value) {
  if (value !== 1 && value !== 2 && value !== 4) return UNREAD;
  return value === 1 ? undefined : value;
}

/** @param {unknown} value */
function readFlag(value) {
  if (typeof value !== "boolean") return UNREAD;
  return value || undefined;
}

// The result of `read` for each side's part; a side without a part is left out.
/** @param {unknown} value @param {Reader} read */
function readBySide(value, read) {
  if (!isObject(value) || Object.keys(value).some((side) => readSide(side) === UNREAD))
    return UNREAD;
  /** @type {Partial<BySide<unknown>>} */
  const told = {};
  for (const side of SIDES) {
    const part = isAbsent(get(value, side)) ? undefined : read(value[side]);
    if (part === UNREAD) return UNREAD;
    if (part !== undefined) told[side] = part;
  }
  return Object.keys(told).length > 0 ? told : undefined;
}

/** @param {unknown} codes */
function readCodes(codes) {
  if (!Array.isArray(codes) || codes.some((code) => readDeclaration(code) === null)) return UNREAD;
  return codes.length > 0 ? [...codes] : undefined;
}

// In the order in which a hand is written.
/** @type {Record<HandField, Reader> & Record<string, Reader>} */
const HAND_READERS = {
  passed_out: readFlag,
  bidder: readSide,
  bid: (value) => (value === KAPO ? value : readNumber(value)),
  trump: oneOf(TRUMPS),
  doubled: readDoubled,
  points: (value) => readBySide(value, readNumber),
  kapo: readSide,
  declarations: (value) => readBySide(value, readCodes),
  declarations_to: oneOf([...SIDES, "nobody"]),
  leader: readSide,
  pilotta: readSide,
  pilotta_failed: readSide,
  tie_point: readSide,
};

/**
 * @param {unknown} json @param {Rules} rules @param {{contractOnly?: boolean}} [how]
 * @returns {{hand: PartialHand, problems: Problem[]}}
 */
export function readHand(json, rules, { contractOnly = false } = {}) {
  if (!isObject(json)) return { hand: {}, problems: [problem("unknown", "hand")] };
  const { hand, unread } = readFields(json);
  const check = contractOnly ? contractProblems : problems;
  if (!hand.passed_out) return { hand, problems: check(hand, rules, unread) };
  const beside = unread.map((field) => problem("unknown", field));
  return { hand, problems: inOrder([...beside, ...(contractOnly ? check(hand, rules) : [])]) };
}

/** @param {Fields} json @returns {{hand: PartialHand, unread: string[]}} */
function readFields(json) {
  const strangers = Object.keys(json).filter((field) => !Object.hasOwn(HAND_READERS, field));
  const told = Object.keys(HAND_READERS).filter((field) => !isAbsent(get(json, field)));
  if (get(json, "passed_out") === true) {
    const beside = told.filter((field) => field !== "passed_out");
    return { hand: { passed_out: true }, unread: [...strangers, ...beside] };
  }
  /** @type {Fields} */
  const hand = {};
  const unread = strangers;
  for (const field of told) {
    const value = HAND_READERS[field](json[field]);
    if (value === UNREAD) unread.push(field);
    else if (value !== undefined) hand[field] = value;
  }
  return { hand, unread };
}

// The hand in its one form: what is absent, null or as good as absent is left out.
/** @type {(hand: object) => PartialHand} */
export const writeHand = (hand) => readFields(/** @type {Fields} */ (hand)).hand;

/** @param {unknown} json @returns {{rules: Rules, problems: Problem[]}} */
export function readRules(json) {
  const data = typeof json === "string" ? { preset: json } : json;
  if (!isObject(data)) return { rules: PRESETS.cafe, problems: [problem("unknown", "rules")] };
  const name = get(data, "preset");
  const base = typeof name === "string" ? get(PRESETS, name) : undefined;
  const found = base ? [] : [problem(isAbsent(name) ? "missing" : "unknown", "preset")];
  /** @type {Fields} */
  const replaced = {};
  for (const [field, value] of Object.entries(data)) {
    if (field === "preset" || (value === null && Object.hasOwn(PRESETS.cafe, field))) continue;
    if (isRight(field, value)) replaced[field] = value;
    else found.push(problem("unknown", field));
  }
  if (found.length > 0) return { rules: PRESETS.cafe, problems: inOrder(found) };
  return { rules: /** @type {Rules} */ ({ ...base, ...replaced }), problems: [] };
}

/** @param {string} field @param {unknown} value */
function isRight(field, value) {
  if (field === "version") {
    return isWhole(value) && exact(value) >= 1n && exact(value) < LARGEST_NUMBER;
  }
  if (field === "target") {
    return isWhole(value) && value >= LOWEST_TARGET && value <= HIGHEST_TARGET;
  }
  /** @type {Record<string, unknown[]>} */
  const switches = SWITCHES;
  return get(switches, field)?.includes(value) ?? false;
}

/** @param {unknown} request */
export function answer(request) {
  if (!isObject(request)) return refusal([problem("not_json", null)]);
  const hand = get(request, "hand");
  const rules = get(request, "rules");
  const found = Object.keys(request)
    .filter((field) => !["rules", "hand", "id"].includes(field))
    .map((field) => problem("unknown", field));
  if (isAbsent(rules)) found.push(problem("missing", "rules"));
  if (isAbsent(hand)) found.push(problem("missing", "hand"));
  const ruleSet = isAbsent(rules) ? { rules: PRESETS.cafe, problems: [] } : readRules(rules);
  found.push(...ruleSet.problems);
  const canBeRead = !isAbsent(rules) && !isAbsent(hand) && ruleSet.problems.length === 0;
  const read = canBeRead ? readHand(hand, ruleSet.rules) : { hand: {}, problems: [] };
  found.push(...read.problems);
  const reply =
    found.length > 0
      ? refusal(inOrder(found))
      : { ok: true, ...scoreHand(/** @type {Hand} */ (read.hand), ruleSet.rules) };
  return Object.hasOwn(request, "id") ? { id: request.id, ...reply } : reply;
}

/** @param {Problem[]} found */
const refusal = (found) => ({ ok: false, problems: found });
