// What may be done to a match as it stands, as services/acting.py.

import { actOf, ledgerOf, placeOf, resolve, undoneBy } from "./ledger.js";
import { isFitName, tidyName } from "./names.js";
import { readHand, SIDES, withLeader, writeHand } from "./rules.js";

const LARGEST_ADJUSTMENT = 9999;
const LONGEST_REASON = 80;

// Every problem of the operation; [] if it can be done.
export function checkAct(ledger, operation) {
  const { kind, data } = actOf(operation);
  return CHECKS[kind](ledger, resolve(data, ledger.acts));
}

// A hand of a match and its problems; who leads follows from the dealer.
export function readMatchHand(data, rules, dealer) {
  const hand = writeHand(data);
  const { leader } = data.leader ? data : withLeader(hand, dealer, rules);
  return { hand, problems: readHand({ ...data, leader }, rules).problems };
}

const refusal = (code, field) => [{ code, field }];
const whereOver = ({ end }) => (end ? refusal("after_end", "hands") : null);
const rowOf = ({ rows }, id) => rows.find((row) => row.id === id);
const wrongHand = ({ rules }, { hand }, dealer) => readMatchHand(hand, rules, dealer).problems;

const CHECKS = {
  contract: (ledger, { contract }) =>
    whereOver(ledger) ?? readHand(contract, ledger.rules, { contractOnly: true }).problems,
  recorded: (ledger, data) => whereOver(ledger) ?? wrongHand(ledger, data, ledger.dealer),
  inserted(ledger, data) {
    if (!rowOf(ledger, data.before)) return refusal("missing", "before");
    return wrongHand(ledger, data, placeOf(ledger, data.before).dealer);
  },
  adjusted(ledger, data) {
    if (!data.before) return whereOver(ledger) ?? wrongAdjustment(data);
    const row = rowOf(ledger, data.before);
    if (!row) return refusal("missing", "before");
    return row.counts ? wrongAdjustment(data) : refusal("after_end", "hands");
  },
  corrected(ledger, data) {
    const row = rowOf(ledger, data.hand_id);
    if (!row || !row.entry.adjust !== !data.adjust) return refusal("missing", "hand");
    return data.adjust ? wrongAdjustment(data) : wrongHand(ledger, data, row.dealer);
  },
  voided: (ledger, { hand_id }) => (rowOf(ledger, hand_id) ? [] : refusal("missing", "hand")),
  changed: wrongChange,
  claimed(ledger, { side, points }) {
    if (!ledger.rules.claim) return refusal("claim_not_played", "ended");
    const fits = Number.isInteger(points) && points >= 0 && points <= LARGEST_ADJUSTMENT;
    if (ledger.end) return whereOver(ledger);
    return [
      ...(fits ? [] : refusal("unknown", "points")),
      ...(SIDES.includes(side) ? [] : refusal("unknown", "side")),
    ];
  },
  stopped: (ledger) => whereOver(ledger) ?? [],
  reopened: ({ end }) => (["claim", "hand"].includes(end) ? [] : refusal("unknown", "ended")),
  undone: wrongUndoing,
};

// An adjustment of the table's has a reason, and adjusts something.
function wrongAdjustment({ adjust, reason }) {
  const points = SIDES.map((side) => adjust[side] ?? 0);
  const words = tidyName(reason ?? "");
  const isRight = (n) => Number.isInteger(n) && Math.abs(n) <= LARGEST_ADJUSTMENT;
  const found = [];
  if (!points.every(isRight)) found.push(...refusal("unknown", "adjust"));
  if (!isFitName(words, LONGEST_REASON)) found.push(...refusal("unknown", "reason"));
  if (found.length > 0) return found;
  if (points.every((n) => n === 0)) found.push(...refusal("missing", "adjust"));
  if (words === "") found.push(...refusal("missing", "reason"));
  return found;
}

// Tenths and points are never added.
function wrongChange(ledger, data) {
  const after = ledgerOf([...ledger.acts, { kind: "changed", data }]);
  const { unit, claim } = after.rules;
  if (JSON.stringify(after.head) === JSON.stringify(ledger.head)) {
    return refusal("missing", "changed");
  }
  const isClaimed = ledger.ended?.by === "claim";
  if (isClaimed && !claim) return refusal("claim_not_played", "ended");
  const staysBehind = (row) => row.entry.adjust || row.rules.unit !== unit;
  const isMixed = isClaimed || after.rows.some(staysBehind);
  return isMixed && unit !== ledger.rules.unit ? refusal("unknown", "unit") : [];
}

// The last act can always be undone; an earlier one where nothing since is built on it.
function wrongUndoing(ledger, data) {
  const { acts, undone, last } = ledger;
  const act = acts.find(({ id }) => id === data.seq);
  if (!act || act.kind === "started" || undone.has(act.id)) return refusal("missing", "seq");
  if (act === last) return [];
  const then = undoneBy([...acts, { kind: "undone", data }]);
  const done = acts.filter(({ kind }) => kind !== "undone");
  // Of an undoing that is taken back, what it undid.
  const turned = done.findIndex(({ id }) => then.has(id) !== undone.has(id));
  if (turned === -1) return refusal("missing", "seq"); // another undoing has made it idle
  const stands = ({ id }) => !then.has(id);
  // Of what comes back itself it is asked, too, whether it could be written now.
  const later = done.slice(turned).filter(stands);
  const isAbout = (one) => one !== done[turned] && speaksOf(one, done[turned]);
  const isRight = !later.some(isAbout) && canBeWritten(done.slice(0, turned).filter(stands), later);
  return isRight ? [] : refusal("unknown", "seq");
}

// Is the later act about what the act wrote or changed?
function speaksOf(later, act) {
  if (act.kind === "changed" && later.kind === "changed") {
    const fields = changedFields(act);
    return changedFields(later).some((field) => fields.includes(field));
  }
  return later.data.hand_id === (act.data.hand_id ?? act.id) || later.data.before === act.id;
}

function changedFields({ data: { from_now, erased, ...changes } }) {
  return Object.entries(changes).flatMap(([part, news]) =>
    typeof news === "object" ? Object.keys(news).map((field) => `${part} ${field}`) : part,
  );
}

// Could the later acts be written after these just as well?
function canBeWritten(acts, later) {
  let ledger = ledgerOf(acts);
  return later.every((act) => {
    const [found] = CHECKS[act.kind](ledger, act.data);
    const { end } = ledger;
    ledger = ledgerOf([...ledger.acts, act]);
    // Hands behind the end stay written and count for nothing.
    return !found || (found.code === "after_end" && end === "target") || lacksNames(act, found);
  });
}

// Is what is wrong with the act that its names were erased since?
function lacksNames({ data }, { code, field }) {
  return Boolean(data.erased) && code === "missing" && ["reason", "changed"].includes(field);
}
