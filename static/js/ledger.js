// A match's acts as its ledger: what services/ledger.py and replaying.py do, as far as a phone needs
// it. An act is the server's, `{seq, kind, data, op_id}`, or an operation that waits here.

import { tidyName } from "./names.js";
import {
  nextDealer,
  problems,
  readRules,
  SEATS,
  SIDES,
  sideOf,
  standing,
  withLeader,
  writeHand,
} from "./rules.js";

// What an operation is called while it is asked for, and as an act.
export const KINDS = {
  record: "recorded",
  contract: "contract",
  insert: "inserted",
  adjust: "adjusted",
  correct: "corrected",
  void: "voided",
  claim: "claimed",
  stop: "stopped",
  reopen: "reopened",
  undo: "undone",
};
const REFERENCES = ["hand_id", "before", "seq"];

// The act that the operation will be.
export function actOf({ op_id, op: { op, ...data } }) {
  return data.create
    ? { op_id, kind: "started", data: data.create }
    : { op_id, kind: KINDS[op], data };
}

// By what other acts name this one: its seq, or its operation while it waits.
export const referenceOf = ({ seq, op_id }) => seq ?? `op:${op_id}`;

// What an act says, each reference as the ledger of these acts has it.
export function resolve(data, acts) {
  const resolved = { ...data };
  for (const field of REFERENCES) {
    const act = acts.find(({ op_id }) => data[field] === `op:${op_id}`);
    if (act) resolved[field] = act.id;
  }
  return resolved;
}

// The ledger that the acts make, the first of which started the match.
export function ledgerOf(told) {
  const acts = [];
  for (const act of told) {
    acts.push({ ...act, id: referenceOf(act), data: resolve(act.data, acts) });
  }
  const undone = undoneBy(acts);
  const draft = draftOf(acts[0].data);
  for (const { id, kind, data } of acts) {
    // What is corrected here may be void meanwhile, by another phone: the server refuses it.
    const entry = data.hand_id ?? data.before ?? null;
    const isThere = entry === null || draft.entries.has(entry);
    if (isThere && !undone.has(id)) TAKE[kind]?.(draft, data, id);
  }
  const { head, open, ended } = draft;
  const entries = [...draft.entries].map(([id, entry]) => ({ id, entry }));
  const { rows, ...now } = standingOf(draft);
  return {
    head,
    rules: head.rules,
    open,
    ended,
    ...now,
    entries,
    rows: rows.map((row, place) => ({ id: entries[place].id, ...row })),
    wrong: wrongIn(draft, rows),
    acts,
    undone,
    last: lastOf(acts, undone),
    undoing: undoingOf(acts, undone),
    played: acts.at(-1).id,
  };
}

// The references of the acts that do not stand. A later undoing decides over an earlier one.
export function undoneBy(acts) {
  const undone = new Set();
  for (const { id, kind, data } of [...acts].reverse()) {
    if (kind === "undone" && !undone.has(id)) undone.add(data.seq);
  }
  return undone;
}

// The act that Undo would undo.
function lastOf(acts, undone) {
  const isFixed = ({ id, kind }) => kind === "undone" || kind === "started" || undone.has(id);
  return acts.findLast((act) => !isFixed(act)) ?? null;
}

// The undoing that can be taken back; null once something new was written after it.
function undoingOf(acts, undone) {
  const since = acts.slice(acts.findLastIndex(({ kind }) => kind !== "undone") + 1);
  const undoesPlay = ({ data }) => acts.find(({ id }) => id === data.seq).kind !== "undone";
  return since.findLast((act) => !undone.has(act.id) && undoesPlay(act)) ?? null;
}

// The place of an entry: who deals the hand that is there, or would be inserted, and its number.
export function placeOf({ rows, dealer, number }, id) {
  const from = rows.slice(rows.findIndex((row) => row.id === id));
  return from.find((row) => row.dealer) ?? { dealer, number };
}

// --- a match being replayed ---

function draftOf({ target, rules, ...head }) {
  const { rules: ruleSet } = readRules(rules);
  const whole = headWith(head, { rules: { ...ruleSet, target: target ?? ruleSet.target } });
  return { head: whole, entries: new Map(), kept: new Map(), open: null, ended: null };
}

function headWith(head, { names = {}, players = {}, rules, first_dealer = head.first_dealer }) {
  const sides = {};
  for (const side of SIDES) {
    const { name, players: seated = [] } = head.sides[side];
    const seats = SEATS.filter((seat) => sideOf(seat) === side);
    sides[side] = {
      name: names[side] ?? name,
      players: seats.some((seat) => seat in players)
        ? seats.map((seat, place) => players[seat] ?? seated[place] ?? "")
        : seated,
    };
  }
  const ruleSet = { ...head.rules, ...rules };
  return { ...head, sides, rules: ruleSet, target: ruleSet.target, first_dealer };
}

const TAKE = {
  contract: (draft, { contract }) => Object.assign(draft, { open: writeHand(contract) }),
  recorded(draft, data, id) {
    write(draft, data, id);
    draft.open = null;
  },
  inserted: (draft, data, id) => keeping(draft, () => write(draft, data, id)),
  adjusted: (draft, data, id) => write(draft, data, id),
  corrected: (draft, data) =>
    keeping(draft, () => draft.entries.set(data.hand_id, entryOf(data)), data),
  voided: (draft, data) => keeping(draft, () => draft.entries.delete(data.hand_id), data),
  changed(draft, data) {
    keeping(draft, () => Object.assign(draft, { head: headWith(draft.head, data) }), data);
  },
  claimed: (draft, { side, points }) => end(draft, { by: "claim", side, points }),
  stopped: (draft) => end(draft, { by: "hand" }),
  reopened: (draft) => end(draft, null),
};

const end = (draft, ended) => Object.assign(draft, { ended });

function entryOf({ hand, adjust, reason }) {
  return hand ? writeHand(hand) : { adjust, reason: tidyName(reason ?? "") };
}

// Put the entry at the end, or before another one.
function write(draft, data, id) {
  const entries = [...draft.entries];
  const before = entries.findIndex(([other]) => other === data.before);
  entries.splice(before === -1 ? entries.length : before, 0, [id, entryOf(data)]);
  draft.entries = new Map(entries);
}

function standingOf({ head, entries, kept, ended }) {
  const byPlace = [...entries.keys()].map((id) => kept.get(id));
  return standing({ ...head, entries: [...entries.values()], kept: byPlace, ended });
}

// Make a change, and let the hands that the rules cannot score then stay as they stood before. One
// that only moves the dealer leaves hands without a score where who led decides.
function keeping(draft, change, { hand_id, rules } = {}) {
  const before = new Map();
  if (rules || draft.head.rules.declaration_tie === "leader") {
    const ids = [...draft.entries.keys()];
    standingOf(draft).rows.forEach((row, place) => {
      if (row.scored) before.set(ids[place], { hand: row.scored, rules: row.rules });
    });
  }
  change();
  before.delete(hand_id);
  draft.kept.delete(hand_id);
  if (before.size > 0) keepWrong(draft, before);
}

function keepWrong({ head: { rules, first_dealer }, entries, kept }, before) {
  let dealer = first_dealer;
  for (const [id, entry] of entries) {
    if (entry.adjust) continue;
    if (problemsAt(entry, dealer, rules).length === 0) kept.delete(id);
    else if (before.has(id)) kept.set(id, before.get(id));
    dealer = nextDealer(dealer, rules, { passedOut: entry.passed_out });
  }
}

const problemsAt = (hand, dealer, rules) => problems(withLeader(hand, dealer, rules), rules);

// By their ids, the hands that the rules cannot score any more, and why.
function wrongIn({ head, entries, kept }, rows) {
  const wrong = new Map();
  [...entries].forEach(([id, entry], place) => {
    if (kept.has(id)) wrong.set(id, problemsAt(entry, rows[place].dealer, head.rules));
  });
  return wrong;
}
