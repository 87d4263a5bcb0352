// An entry form read as a hand, and what it is worth so far: web/entry.py and web/look.py on the phone.
// `form` is a FormData, or whatever else has its `get` and `getAll`.

import { readMatchHand } from "./acting.js";
import { ORDERS } from "./rules/declarations.js";
import {
  cardPoints,
  compareDeclarations,
  OTHER,
  problems,
  readDeclaration,
  SIDES,
  scoreHand,
  total,
  withLeader,
  writeHand,
} from "./rules.js";

const QUESTIONS = { declarations_undecided: "declarations", tie_point_needed: "tie_point" };
const FOURS = ["10", "Q", "K", "A"];

// --- the form read ---

// The number, or the text as it is, for the rules to refuse.
const number = (text) => (/^\s*\d{1,5}\s*$/.test(text) ? Number(text) : text);

// Both boxes at once are for the rules to refuse, too.
const one = (values) => [...new Set(values)].sort().join(" ");

const told = (data) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => (value ?? "") !== ""));

export function contractData(form) {
  const get = (name) => form.get(name) ?? "";
  const [bidder, ...bid] = get("contract").split(":");
  const declarations = Object.fromEntries(
    SIDES.map((side) => [side, declared(form, side).map(({ code }) => code)]),
  );
  return told({
    trump: get("trump"),
    doubled: number(form.getAll("doubled").sort().at(-1) ?? ""),
    pilotta: one(form.getAll("pilotta")),
    pilotta_failed: get("pilotta_failed"),
    declarations_to: get("ruling") || get("declarations_to"),
    tie_point: get("tie_point"),
    leader: get("leader"),
    declarations: SIDES.some((side) => declarations[side].length > 0) ? declarations : null,
    bidder,
    bid: withOnes(number(bid.join(":")), number(get("ones"))),
  });
}

function withOnes(bid, ones) {
  if (!ones || typeof bid !== "number") return bid;
  return typeof ones === "number" ? bid + ones : ones;
}

// Each declaration of a side, with the slot of its top card: `A_run3_0` is A's first run of three.
function declared(form, side) {
  const kinds = form.getAll(`declarations_${side}`);
  return kinds.map((kind, place) => {
    const before = kinds.slice(0, place).filter((other) => other === kind);
    const slot = `${side}_${kind}_${before.length}`;
    const top = form.get(`top_${slot}`);
    const trumps = form.get(`trumps_${slot}`) === null ? "" : ":t";
    return { slot, code: top ? `${kind}:${top}${trumps}` : kind };
  });
}

export function handData(form, rules) {
  if (form.get("act") === "passed_out") return { passed_out: true };
  const data = contractData(form);
  const typed = SIDES.map((side) => [side, (form.get(`points_${side}`) ?? "").trim()]);
  const points = told(Object.fromEntries(typed.map(([side, text]) => [side, number(text)])));
  let kapo = one(form.getAll("kapo"));
  if (!kapo && form.get("swept") === "kapo") kapo = sweptSide(points, total(rules, data.trump));
  return told({ ...data, kapo, points: Object.keys(points).length > 0 ? points : null });
}

function sweptSide(points, pack) {
  const side = Object.keys(points).find((one) => points[one] === pack || points[one] === 0);
  return side && points[side] === 0 ? OTHER[side] : side;
}

// --- what it is worth ---

// While `typing`, a 1 is no fault: it may become 102.
export function lookAt(form, { rules, dealer }, { typing = false } = {}) {
  const { hand, found } = read(form, rules, dealer);
  const question = found.map(({ code }) => QUESTIONS[code]).find(Boolean);
  const missing = new Set(found.filter(isMissing).map(({ field }) => field));
  const isWrong = (one) =>
    !isMissing(one) && !QUESTIONS[one.code] && !(typing && one.code === "points_impossible");
  const wrong = found.filter(isWrong);
  const isSound = found.length === 0;
  const asks = question ?? (isSound ? answeredQuestion(form, hand, rules) : null);
  const isAnswered = !question && (asks !== "swept" || Boolean(form.get("swept")));
  return {
    hand,
    missing,
    wrong,
    asks,
    isAnswered,
    score: isSound ? scoreHand(hand, rules) : null,
    tops: topRows(form, hand, rules),
    isReady: missing.size === 0 && wrong.length === 0 && isAnswered,
  };
}

const isMissing = ({ code }) => code === "missing";

// The hand without an answer that nothing asks for, and its problems.
function read(form, rules, dealer) {
  const data = handData(form, rules);
  if (!form.get("ruling") && !isUndecided(writeHand(data), rules)) delete data.declarations_to;
  const { hand, problems: found } = readMatchHand(data, rules, dealer);
  return { hand: withLeader(hand, dealer, rules), found };
}

function isUndecided(hand, rules) {
  const asked = { ...hand, declarations_to: null };
  return compareDeclarations(asked, rules).reason === "undecided";
}

// The question that the table has answered and may answer anew.
function answeredQuestion(form, hand, rules) {
  if (hand.passed_out) return null;
  const isSwept =
    !hand.kapo && [0, total(rules, hand.trump)].includes(cardPoints(hand, "A", rules));
  if (isSwept || (hand.kapo && form.getAll("kapo").length === 0)) return "swept";
  if (hand.declarations_to && !form.get("ruling")) return "declarations";
  return problems({ ...hand, tie_point: null }, rules).length > 0 ? "tie_point" : null;
}

// The declarations whose top cards decide, and the cards that those may be.
function topRows(form, hand, rules) {
  const kinds = SIDES.map((side) => (hand.declarations?.[side] ?? []).map(kindOf));
  if (form.get("ruling") || !areRivals(...kinds, rules)) return [];
  return SIDES.flatMap((side, place) => {
    const isBest = (kind) => areRivals([kind], kinds[1 - place], rules);
    return declared(form, side)
      .map(({ slot, code }) => ({ slot, side, declaration: readDeclaration(code) }))
      .filter(({ declaration }) => isBest(declaration.kind))
      .map((row) => ({ ...row, ranks: possibleTops(row.declaration.kind, rules) }));
  });
}

const kindOf = (code) => readDeclaration(code).kind;

// Would cards have to be named to tell which side's best is better?
const areRivals = (A, B, rules) => isUndecided({ declarations: { A, B } }, rules);

function possibleTops(kind, rules) {
  const order = ORDERS[rules.declaration_order];
  if (kind === "four") return order.filter((rank) => FOURS.includes(rank));
  return order.slice(Number(kind[3]) - 1);
}

// --- the hand kept, and shown again ---

// The hand in the one way in which it is kept, however it was typed: who led follows from the dealer,
// unless the table said it; points are both sides', or none beside a kapo.
export function asKept(form, { leader, points, ...hand }, rules) {
  const both = () => SIDES.map((side) => [side, cardPoints({ ...hand, points }, side, rules)]);
  return writeHand({
    ...hand,
    leader: form.get("leader") ? leader : null,
    points: points && !hand.kapo ? Object.fromEntries(both()) : null,
  });
}

// How a hand would have been typed: the names and values of the form's fields.
export function fields(hand, rules) {
  const { bidder, bid, declarations = {}, declarations_to, points, kapo } = hand;
  const isNumber = typeof bid === "number";
  const shown = [
    ["contract", bidder && bid ? `${bidder}:${isNumber ? bid - (bid % 10) : bid}` : ""],
    ["ones", isNumber ? bid % 10 || "" : ""],
    ["doubled", hand.doubled],
    [isUndecided(hand, rules) ? "declarations_to" : "ruling", declarations_to],
  ];
  for (const name of ["trump", "pilotta", "kapo", "pilotta_failed", "tie_point", "leader"]) {
    shown.push([name, hand[name]]);
  }
  for (const side of SIDES) shown.push(...declarationFields(side, declarations[side] ?? []));
  if (points && !kapo) {
    const cards = SIDES.map((side) => cardPoints(hand, side, rules));
    shown.push(["points_A", cards[0]], ["points_B", cards[1]]);
    if (cards.includes(0)) shown.push(["swept", "tricks"]);
  }
  return shown
    .filter(([, value]) => (value ?? "") !== "")
    .map(([name, value]) => [name, `${value}`]);
}

function declarationFields(side, codes) {
  const kinds = codes.map(kindOf);
  return codes.flatMap((code, place) => {
    const { kind, top, in_trumps } = readDeclaration(code);
    const slot = `${side}_${kind}_${kinds.slice(0, place).filter((one) => one === kind).length}`;
    return [
      [`declarations_${side}`, kind],
      [`top_${slot}`, top],
      [`trumps_${slot}`, top && in_trumps ? "t" : ""],
    ];
  });
}
