// An entry form read as a hand, the hand's score so far, and a hand shown in the form again. The server has
// this in web/match/entry.py and web/match/hand_preview.py. `form` is a FormData.

import {
  cardPoints,
  compareDeclarations,
  declaredBy,
  FOURS,
  ORDERS,
  OTHER,
  problems,
  readHand,
  SIDES,
  scoreHand,
  total,
  withLeader,
  writeHand,
} from "./rules.js";

// A hand of a match and its problems: the leader follows from the dealer.
/** @param {PartialHand} data @param {Rules} rules @param {Seat} dealer */
export function readMatchHand(data, rules, dealer) {
  const hand = writeHand(data);
  const { leader } = data.leader ? data : withLeader(hand, dealer, rules);
  return { hand, problems: readHand({ ...data, leader }, rules).problems };
}

const QUESTIONS = { declarations_undecided: "declarations", tie_point_needed: "tie_point" };

const bySide = (tell) => Object.fromEntries(SIDES.map((side) => [side, tell(side)]));

// --- the form read ---

// A text that is no number stays as it is, for the rules to refuse.
const number = (text) => (/^\s*\d{1,5}\s*$/.test(text) ? Number(text) : text);
const one = (values) => [...new Set(values)].sort().join(" ");

const isGiven = (value) => (value ?? "") !== "";
const given = (data) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => isGiven(value)));

export function contractData(form) {
  const [bidder, ...bid] = (form.get("contract") ?? "").split(":");
  const declarations = bySide((side) => declared(form, side));
  const data = {
    bidder,
    bid: withOnes(number(bid.join(":")), number(form.get("ones") ?? "")),
    doubled: number(form.getAll("doubled").sort().at(-1) ?? ""),
    pilotta: one(form.getAll("pilotta")),
    declarations: SIDES.some((side) => declarations[side].length > 0) ? declarations : null,
    declarations_to: form.get("ruling") || form.get("declarations_to"),
  };
  for (const name of ["trump", "pilotta_failed", "tie_point", "leader"])
    data[name] = form.get(name);
  return given(data);
}

function withOnes(bid, ones) {
  if (!ones || typeof bid !== "number") return bid;
  return typeof ones === "number" ? bid + ones : ones;
}

function declared(form, side) {
  const kinds = form.getAll(`declarations_${side}`);
  return slotsOf(side, kinds).map((slot, place) => {
    const top = form.get(`top_${slot}`);
    return [kinds[place], top, top && form.get(`trumps_${slot}`)].filter(Boolean).join(":");
  });
}

// Under which names the form has the top cards: `A_run3_0` is for A's first run of three.
function slotsOf(side, kinds) {
  const before = (kind, place) => kinds.slice(0, place).filter((other) => other === kind).length;
  return kinds.map((kind, place) => `${side}_${kind}_${before(kind, place)}`);
}

export function handData(form, rules) {
  if (form.get("act") === "passed_out") return { passed_out: true };
  const data = contractData(form);
  const points = given(bySide((side) => number((form.get(`points_${side}`) ?? "").trim())));
  let kapo = one(form.getAll("kapo"));
  if (!kapo && form.get("swept") === "kapo") kapo = sweptSide(points, total(rules, data.trump));
  return given({ ...data, kapo, points: Object.keys(points).length > 0 ? points : null });
}

function sweptSide(points, pack) {
  const side = Object.keys(points).find((one) => points[one] === pack || points[one] === 0);
  return side && points[side] === 0 ? OTHER[side] : side;
}

// --- what it is worth ---

// While `typing`, a 1 is no fault: it may become 102.
/** @returns {HandPreview} */
export function previewOf(form, { rules, dealer }, { typing = false } = {}) {
  const data = handData(form, rules);
  // An answer without a question does not count.
  if (!form.get("ruling") && !isUndecided(writeHand(data), rules)) delete data.declarations_to;
  const read = readMatchHand(data, rules, dealer);
  const hand = withLeader(read.hand, dealer, rules);
  const isSound = read.problems.length === 0;
  let question = null;
  const missing = new Set();
  const wrong = [];
  for (const problem of read.problems) {
    if (QUESTIONS[problem.code]) question = QUESTIONS[problem.code];
    else if (problem.code === "missing") missing.add(problem.field);
    else if (!typing || problem.code !== "points_impossible") wrong.push(problem);
  }
  const asks = isSound ? answeredQuestion(form, hand, rules) : question;
  const isAnswered = !question && (asks !== "swept" || Boolean(form.get("swept")));
  return {
    hand,
    missing,
    wrong,
    asks,
    isAnswered,
    score: isSound ? scoreHand(/** @type {Hand} */ (hand), rules) : null,
    tops: form.get("ruling") ? [] : topRows(hand, rules),
    isReady: missing.size === 0 && wrong.length === 0 && isAnswered,
  };
}

function isUndecided(hand, rules) {
  const asked = { ...hand, declarations_to: null };
  return compareDeclarations(asked, rules).reason === "undecided";
}

// The question that the table has answered and may answer anew.
function answeredQuestion(form, hand, rules) {
  if (hand.passed_out) return null;
  const isSwept = hand.kapo
    ? form.getAll("kapo").length === 0
    : SIDES.some((side) => cardPoints(hand, side, rules) === 0);
  if (isSwept) return "swept";
  if (hand.declarations_to && !form.get("ruling")) return "declarations";
  return problems({ ...hand, tie_point: null }, rules).length > 0 ? "tie_point" : null;
}

// The declarations whose top cards decide, and the cards that those may be.
function topRows(hand, rules) {
  const rows = bySide((side) => slotted(hand, side));
  const kinds = bySide((side) => rows[side].map(({ declaration }) => declaration.kind));
  const areRivals = (A, B) => isUndecided({ declarations: { A, B } }, rules);
  if (!areRivals(kinds.A, kinds.B)) return [];
  return [...rows.A, ...rows.B]
    .filter(({ side, declaration }) => areRivals([declaration.kind], kinds[OTHER[side]]))
    .map((row) => ({ ...row, ranks: possibleTops(row.declaration.kind, rules) }));
}

function slotted(hand, side) {
  const declarations = declaredBy(hand, side);
  const slots = slotsOf(
    side,
    declarations.map(({ kind }) => kind),
  );
  return declarations.map((declaration, place) => ({ slot: slots[place], side, declaration }));
}

function possibleTops(kind, rules) {
  const order = ORDERS[rules.declaration_order];
  if (kind === "four") return order.filter((rank) => FOURS.includes(rank));
  return order.slice(Number(kind[3]) - 1);
}

// --- the hand kept, and shown again ---

// A hand is kept in one form, however it was typed. The leader follows from the dealer, unless the table
// named another. Points are both sides', or none beside a kapo.
export function handToSave(form, hand, rules) {
  const isInPoints = hand.points && !hand.kapo;
  return writeHand({
    ...hand,
    leader: form.get("leader") ? hand.leader : null,
    points: isInPoints ? bySide((side) => cardPoints(hand, side, rules)) : null,
  });
}

// How a hand would have been typed: the names and values of the form's fields.
/** @returns {[string, string][]} */
export function fields(hand, rules) {
  const { bidder, bid, points, kapo } = hand;
  const ones = typeof bid === "number" ? bid % 10 : 0;
  const shown = [
    ["contract", bidder && bid && `${bidder}:${ones ? bid - ones : bid}`],
    ["ones", ones || ""],
    [isUndecided(hand, rules) ? "declarations_to" : "ruling", hand.declarations_to],
  ];
  for (const name of ["trump", "doubled", "pilotta", "pilotta_failed", "tie_point", "leader"]) {
    shown.push([name, hand[name]]);
  }
  if (kapo) shown.push(["kapo", kapo]);
  for (const side of SIDES) {
    for (const { slot, declaration } of slotted(hand, side)) {
      const { kind, top, in_trumps } = declaration;
      shown.push([`declarations_${side}`, kind], [`top_${slot}`, top]);
      if (in_trumps) shown.push([`trumps_${slot}`, "t"]);
    }
    if (!points || kapo) continue;
    const cards = cardPoints(hand, side, rules);
    shown.push([`points_${side}`, cards]);
    if (cards === 0) shown.push(["swept", "tricks"]);
  }
  return shown.filter(([, value]) => isGiven(value)).map(([name, value]) => [name, `${value}`]);
}
