// The checks of acts on a match as it stands, as in match/acts/.

import { readMatchHand } from "./hand_preview.js";
import { actOf, isAnswer, ledgerOf, placeOf, resolve, undoneBy } from "./ledger.js";
import { isFitName, tidyName } from "./names.js";
import { readHand, SIDES } from "./rules.js";

const MOST_ACTS = 2000;
const LARGEST_ADJUSTMENT = 9999;
const LONGEST_REASON = 80;

// Every problem of the operation; [] if it can be done.
/** @param {Ledger} ledger @param {{op_id: string, op: Operation}} operation */
export function checkAct(ledger, operation) {
  const { kind, data } = actOf(operation);
  if (isFull(ledger) && kind !== "stopped") return refusal("full", "acts");
  return checkOf(kind)(ledger, resolve(data, ledger.acts));
}

/** @template {Kind} K @typedef {(ledger: Ledger, data: OwnData<K>) => Problem[]} Check */
/** @param {Kind} kind */
const checkOf = (kind) => /** @type {Check<Kind>} */ (CHECKS[kind]);

// As many acts as a match may have: all that the server has, and those that wait.
/** @param {Ledger} ledger */
function isFull({ acts }) {
  const waiting = acts.filter(({ seq }) => !seq).length;
  return Math.max(...acts.map(({ seq = 0 }) => seq)) + waiting >= MOST_ACTS;
}

/** @param {string} code @param {string} field @returns {Problem[]} */
const refusal = (code, field) => [{ code, field }];
/** @param {Ledger} ledger */
const whereOver = ({ end }) => (end ? refusal("after_end", "hands") : null);
/** @param {Ledger} ledger @param {Ref | undefined} id */
const rowOf = ({ rows }, id) => rows.find((row) => row.id === id);
/** @param {Ledger} ledger @param {{hand: PartialHand}} data @param {Seat} dealer */
const wrongHand = ({ rules }, { hand }, dealer) => readMatchHand(hand, rules, dealer).problems;

/** @type {{[K in Kind]?: Check<K>}} */
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
    return data.adjust
      ? wrongAdjustment(data)
      : wrongHand(ledger, data, /** @type {Seat} */ (row.dealer));
  },
  agreed_here: wrongAnswer,
  flagged_here: (ledger, data) => [...wrongAnswer(ledger, data), ...wrongReason(data)],
  voided: (ledger, { hand_id }) => (rowOf(ledger, hand_id) ? [] : refusal("missing", "hand")),
  changed: wrongChange,
  claimed(ledger, { side, points }) {
    if (!ledger.rules.claim) return refusal("claim_not_played", "ended");
    const fits = Number.isInteger(points) && points >= 0 && points <= LARGEST_ADJUSTMENT;
    const over = whereOver(ledger);
    if (over) return over;
    return [
      ...(SIDES.includes(side) ? [] : refusal("unknown", "side")),
      ...(fits ? [] : refusal("unknown", "points")),
    ];
  },
  stopped: (ledger) => whereOver(ledger) ?? [],
  reopened: ({ end }) => (end === "claim" || end === "hand" ? [] : refusal("unknown", "ended")),
  undone: wrongUndoing,
};

// An adjustment of the table's has a reason, and adjusts something.
/** @param {AdjustmentFields} data */
function wrongAdjustment({ adjust, reason }) {
  const points = SIDES.map((side) => adjust[side] ?? 0);
  const words = tidyName(reason ?? "");
  /** @param {number} n */
  const isRight = (n) => Number.isInteger(n) && Math.abs(n) <= LARGEST_ADJUSTMENT;
  const found = [];
  if (!points.every(isRight)) found.push(...refusal("unknown", "adjust"));
  else if (points.every((n) => n === 0)) found.push(...refusal("missing", "adjust"));
  if (words === "") found.push(...refusal("missing", "reason"));
  else if (!isFitName(words, LONGEST_REASON)) found.push(...refusal("unknown", "reason"));
  return found;
}

// A side answers to a hand with the score that it was shown.
/** @param {Ledger} ledger @param {{hand_id: Ref, score: BySide<number>}} data */
function wrongAnswer(ledger, { hand_id, score }) {
  const now = rowOf(ledger, hand_id)?.score;
  if (!now) return refusal("missing", "hand");
  return SIDES.every((side) => score[side] === now[side]) ? [] : refusal("unknown", "score");
}

/** @param {{reason: string}} data */
function wrongReason({ reason }) {
  const words = tidyName(reason);
  if (words === "") return refusal("missing", "reason");
  return isFitName(words, LONGEST_REASON) ? [] : refusal("unknown", "reason");
}

// Tenths and points are never added.
/** @param {Ledger} ledger @param {DataOf<"changed">} data */
function wrongChange(ledger, data) {
  const after = ledgerOf([...ledger.acts, { kind: "changed", data }]);
  const { unit, claim } = after.rules;
  if (JSON.stringify(after.head) === JSON.stringify(ledger.head)) {
    return refusal("missing", "changed");
  }
  const isClaimed = ledger.ended?.by === "claim";
  if (isClaimed && !claim) return refusal("claim_not_played", "ended");
  /** @param {LedgerRow} row */
  const staysBehind = (row) => row.entry.adjust || row.rules.unit !== unit;
  const isMixed = isClaimed || after.rows.some(staysBehind);
  return isMixed && unit !== ledger.rules.unit ? refusal("unknown", "unit") : [];
}

// The last act can always be undone; an earlier one where nothing since is built on it.
/** @param {Ledger} ledger @param {DataOf<"undone">} data */
function wrongUndoing(ledger, data) {
  const { acts, undone, last } = ledger;
  const act = acts.find(({ id }) => id === data.seq);
  if (!act || act.kind === "started" || undone.has(act.id)) return refusal("missing", "seq");
  if (act === last) return [];
  const then = undoneBy([...acts, { id: "", kind: "undone", data }]);
  const done = acts.filter(({ kind }) => kind !== "undone");
  // For an undoing that is undone, begin with the act that comes back.
  const turned = done.findIndex(({ id }) => then.has(id) !== undone.has(id));
  if (turned === -1) return refusal("missing", "seq"); // another undoing has made it idle
  if (isAnswer(done[turned])) return [];
  // Nothing is built on an answer, and none is in the way.
  /** @param {NamedAct} act */
  const stands = (act) => !then.has(act.id) && !isAnswer(act);
  // The act that comes back must itself be possible now, too.
  const later = done.slice(turned).filter(stands);
  /** @param {NamedAct} one */
  const isAbout = (one) => one !== done[turned] && speaksOf(one, done[turned]);
  /** @param {number} n */
  const isRight = !later.some(isAbout) && canBeWritten(done.slice(0, turned).filter(stands), later);
  return isRight ? [] : refusal("unknown", "seq");
}

// Is the later act about what the act wrote or changed?
/** @param {NamedAct} later @param {NamedAct} act */
function speaksOf(later, act) {
  if (act.kind === "changed" && later.kind === "changed") {
    const fields = changedFields(act);
    return changedFields(later).some((field) => fields.includes(field));
  }
  return later.data.hand_id === (act.data.hand_id ?? act.id) || later.data.before === act.id;
}

/** @param {NamedAct<"changed">} act @returns {string[]} */
function changedFields({ data: { from_now, erased, ...changes } }) {
  return Object.entries(changes).flatMap(([part, news]) =>
    typeof news === "object" ? Object.keys(news).map((field) => `${part} ${field}`) : part,
  );
}

// Could the later acts be written after these just as well?
/** @param {NamedAct[]} acts @param {NamedAct[]} later */
function canBeWritten(acts, later) {
  let ledger = ledgerOf(acts);
  return later.every((act) => {
    const [found] = checkOf(act.kind)(ledger, act.data);
    const { end } = ledger;
    ledger = ledgerOf([...ledger.acts, act]);
    // Hands behind the end stay written and count for nothing.
    return !found || (found.code === "after_end" && end === "target") || lacksNames(act, found);
  });
}

// Is what is wrong with the act that its names were erased since?
/** @param {NamedAct} act @param {Problem} problem */
function lacksNames({ data }, { code, field }) {
  return Boolean(data.erased) && code === "missing" && ["reason", "changed"].includes(field ?? "");
}
