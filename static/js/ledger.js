// A match's acts as its ledger, as match/ledger.py and match_journal.py. An act is the server's, `{seq,
// kind, data, op_id}`, or an operation that waits here.

import { KINDS } from "./kinds.js";
import { tidyName } from "./names.js";
import { nextDealer, problems, readRules, standing, withLeader, writeHand } from "./rules.js";

// The act that the operation will be.
/** @param {{op_id: string, op: Operation}} operation @returns {Act} */
export function actOf({ op_id, op: { op, create, ...data } }) {
  return create
    ? { op_id, kind: "started", data: create }
    : /** @type {Act} */ ({ op_id, kind: KINDS[op], data });
}

/** @type {("hand_id" | "before" | "seq")[]} */
const REFERENCES = ["hand_id", "before", "seq"];

// How other acts name this one: by its seq, or by its operation while it waits.
/** @param {Act} act @returns {Ref} */
const referenceOf = ({ seq, op_id }) => seq ?? `op:${op_id}`;

// Replace references to waiting acts in an act's data by what the ledger of these acts has.
/** @template {{hand_id?: Ref, before?: Ref, seq?: Ref}} T @param {T} data @param {NamedAct[]} acts @returns {T} */
export function resolve(data, acts) {
  const resolved = { ...data };
  for (const field of REFERENCES) {
    const act = acts.find(({ op_id }) => data[field] === `op:${op_id}`);
    if (act) resolved[field] = act.id;
  }
  return resolved;
}

// The ledger that the acts make, the first of which started the match.
/** @param {Act[]} told @returns {Ledger} */
export function ledgerOf(told) {
  /** @type {NamedAct[]} */
  const acts = [];
  for (const act of told) {
    // A waiting act may be written already: its answer was lost.
    if (acts.some(({ op_id }) => op_id === act.op_id)) continue;
    const named = { ...act, id: referenceOf(act), data: resolve(act.data, acts) };
    acts.push(/** @type {NamedAct} */ (named));
  }
  const undone = undoneBy(acts);
  const draft = acts.filter(({ id }) => !undone.has(id)).reduce(take, draftOf(acts[0]));
  const { head, open, ended } = draft;
  const now = standingOf(draft);
  return {
    ...now,
    head,
    rules: head.rules,
    open,
    ended,
    entries: now.rows.map(({ id, entry }) => ({ id, entry })),
    wrong: wrongIn(draft, now.rows),
    acts,
    undone,
    last: lastOf(acts, undone),
    undoing: undoingOf(acts, undone),
    played: acts[acts.length - 1].id,
  };
}

// Does the act only answer to what is written?
/** @param {Pick<NamedAct, "kind">} act */
export const isAnswer = ({ kind }) => kind.endsWith("_here");

// A later undoing decides over an earlier one.
/** @param {Pick<NamedAct, "id" | "kind" | "data">[]} acts */
export function undoneBy(acts) {
  const undone = new Set();
  for (const { id, kind, data } of [...acts].reverse()) {
    if (kind === "undone" && !undone.has(id)) undone.add(data.seq);
  }
  return undone;
}

// The act that Undo would undo.
/** @param {NamedAct[]} acts @param {Set<Ref>} undone */
function lastOf(acts, undone) {
  /** @param {NamedAct} act */
  const isFixed = ({ id, kind }) => kind === "undone" || kind === "started" || undone.has(id);
  return acts.findLast((act) => !isFixed(act)) ?? null;
}

// The undoing that can be taken back; null once something new was written after it.
/** @param {NamedAct[]} acts @param {Set<Ref>} undone */
function undoingOf(acts, undone) {
  const since = acts.slice(acts.findLastIndex(({ kind }) => kind !== "undone") + 1);
  /** @param {NamedAct} act */
  const undoesPlay = ({ data }) => acts.find(({ id }) => id === data.seq)?.kind !== "undone";
  return since.findLast((act) => !undone.has(act.id) && undoesPlay(act)) ?? null;
}

// The dealer and the number of the hand that is in the place of this entry, or would be inserted.
/** @param {Ledger} ledger @param {Ref} id @returns {{dealer: Seat, number: number}} */
export function placeOf({ rows, dealer, number }, id) {
  const from = rows.slice(rows.findIndex((row) => row.id === id));
  return from.find((row) => row.dealer !== null) ?? { dealer, number };
}

// --- a match being replayed ---

/** @param {NamedAct} act @returns {Draft} */
function draftOf(act) {
  const { target, rules: named, erased, ...head } = /** @type {DataOf<"started">} */ (act.data);
  const { rules } = readRules(named);
  const whole = headWith(head, { rules: target ? { ...rules, target } : rules });
  return { head: whole, entries: new Map(), kept: new Map(), open: null, ended: null };
}

/** @param {RawHead} head @param {ActData["changed"]} changes @returns {Head} */
function headWith(head, { names, players, rules, first_dealer = head.first_dealer }) {
  const { A, B } = head.sides;
  const whole = /** @type {Rules} */ ({ ...head.rules, ...rules });
  const sides = { A: partyWith("A", A, names, players), B: partyWith("B", B, names, players) };
  return { ...head, sides, rules: whole, target: whole.target, first_dealer };
}

/**
 * @param {Side} side @param {Party} party
 * @param {ActData["changed"]["names"]} names @param {ActData["changed"]["players"]} [players]
 */
function partyWith(side, { name, players: seated = [] }, names, players = {}) {
  /** @type {Seat[]} */
  const seats = [`${side}1`, `${side}2`];
  const isNew = seats.some((seat) => seat in players);
  return {
    name: names?.[side] ?? name,
    players: isNew ? seats.map((seat, place) => players[seat] ?? seated[place] ?? "") : seated,
  };
}

/** @param {Draft} draft @param {NamedAct} act @returns {Draft} */
function take(draft, { id, kind, data }) {
  // The corrected hand may be void since, by another phone: the server will refuse the act.
  const place = data.hand_id ?? data.before;
  const isThere = !place || draft.entries.has(place);
  const change = /** @type {Take<Kind> | undefined} */ (TAKE[kind]);
  return isThere ? { ...draft, ...change?.(draft, data, id) } : draft;
}

// The effect of each kind of act on a draft.
/**
 * @template {Kind} K
 * @typedef {(draft: Draft, data: DataOf<K>, id: Ref) => Partial<Draft>} Take
 */
/** @type {{[K in Kind]?: Take<K>}} */
const TAKE = {
  contract: (_, { contract }) => ({ open: writeHand(contract) }),
  recorded: (draft, data, id) => ({ ...write(draft, data, id), open: null }),
  inserted: (draft, data, id) => keeping(draft, data, write(draft, data, id)),
  adjusted: write,
  corrected(draft, data) {
    const entries = new Map(draft.entries).set(data.hand_id, entryOf(data));
    return keeping(draft, data, { entries });
  },
  voided(draft, data) {
    const entries = new Map(draft.entries);
    entries.delete(data.hand_id);
    return keeping(draft, data, { entries });
  },
  changed: (draft, data) => keeping(draft, data, { head: headWith(draft.head, data) }),
  claimed: (_, data) => ({ ended: { by: "claim", ...data } }),
  stopped: () => ({ ended: { by: "hand" } }),
  reopened: () => ({ ended: null }),
};

/** @param {DataOf<"recorded" | "inserted" | "adjusted" | "corrected">} data @returns {Entry} */
function entryOf({ hand, adjust, reason }) {
  if (hand) return /** @type {Hand} */ (writeHand(hand));
  return { adjust, reason: tidyName(reason ?? "") };
}

// Add the entry at the end, or before another one.
/** @param {Draft} draft @param {DataOf<"recorded" | "inserted" | "adjusted">} data @param {Ref} id */
function write(draft, data, id) {
  const entries = [...draft.entries];
  const place = entries.findIndex(([other]) => other === data.before);
  entries.splice(place === -1 ? entries.length : place, 0, [id, entryOf(data)]);
  return { entries: new Map(entries) };
}

/** @param {Draft} draft */
function standingOf({ head, entries, kept, ended }) {
  const ids = [...entries.keys()];
  const byPlace = ids.map((id) => kept.get(id));
  const now = standing({ ...head, entries: [...entries.values()], kept: byPlace, ended });
  return { ...now, rows: now.rows.map((row, place) => ({ id: ids[place], ...row })) };
}

// The change, with the hands that the new rules cannot score. Those hands are kept as they were scored
// before. If no rule changes, these are hands that depend on the leader.
/**
 * @param {Draft} draft @param {DataOf<Kind>} data
 * @param {Partial<Draft>} change @returns {Partial<Draft>}
 */
function keeping(draft, { hand_id, rules }, change) {
  const kept = new Map(draft.kept);
  if (hand_id) kept.delete(hand_id);
  if (rules || draft.head.rules.declaration_tie === "leader") {
    const before = standingOf(draft).rows.filter(({ id }) => id !== hand_id);
    keepWrong({ ...draft, ...change, kept }, before);
  }
  return { ...change, kept };
}

/** @param {Draft} draft @param {LedgerRow[]} before */
function keepWrong({ head, entries, kept }, before) {
  let dealer = head.first_dealer;
  for (const [id, hand] of entries) {
    if (hand.adjust) continue;
    const row = before.find((one) => one.id === id);
    if (problemsAt(dealer, hand, head.rules).length === 0) kept.delete(id);
    else if (row?.scored) kept.set(id, { hand: row.scored, rules: row.rules });
    dealer = nextDealer(dealer, head.rules, { passedOut: hand.passed_out });
  }
}

/** @param {Seat} dealer @param {Hand} hand @param {Rules} rules */
const problemsAt = (dealer, hand, rules) =>
  problems(withLeader(hand, dealer, rules), rules, [], true);

/** @param {Draft} draft @param {LedgerRow[]} rows */
function wrongIn({ head, kept }, rows) {
  const wrong = rows.filter((row) => row.dealer !== null).filter(({ id }) => kept.has(id));
  return new Map(wrong.map((row) => [row.id, problemsAt(row.dealer, row.entry, head.rules)]));
}
