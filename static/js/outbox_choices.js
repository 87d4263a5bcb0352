// Choices of the scorer about an operation that the server refused, and the hand of another phone in its
// place.

import { changeOperation, unsent } from "./outbox.js";
import { writeHand } from "./rules.js";

// Sends a refused operation again; after a 409 on the revision that the scorer has now seen.
// `reason` takes the place of one that was dropped.
/** @param {string} op_id @param {number} [revision] @param {string} [reason] */
export async function sendAgain(op_id, revision, reason = "") {
  await changeOperation(op_id, (op) => {
    if (op.state === "waiting") return op;
    /** @type {Waiting} */
    const again = { ...op, state: "waiting", answer: null };
    if (revision) Object.assign(again, decidedOn(revision, op.answer));
    if (op.op.known_revision && revision) again.op = { ...op.op, known_revision: revision };
    if (op.op.reason === "") Object.assign(again.op, { reason });
    return again;
  });
}

// Correct the hand that another phone wrote in place of the refused one. The correction rests on the
// revision that the scorer has now seen.
/** @param {string} op_id @param {number} hand_id @param {number} revision */
export async function correctWith(op_id, hand_id, revision) {
  await changeOperation(op_id, (op) => {
    const { hand, scored } = op.op;
    if (op.state === "waiting" || !hand) return op;
    /** @type {Operation} */
    const correction = { op: "correct", hand_id, hand, scored };
    const now = decidedOn(revision, op.answer);
    return { ...op, ...now, op: correction, state: "waiting", answer: null };
  });
}

// The act that the scorer saw. A number alone may mean another act, once a backup was put back.
/** @param {number} revision @param {Answer | null} answer */
const decidedOn = (revision, answer) => ({ revision, after: answer?.acts?.at(-1)?.op_id });

// Drop a refused hand in favour of the same hand from another phone. Later operations are then sent as if
// they rested on that one.
/** @param {Waiting} own @param {ToldAct} theirs */
export async function keepTheirs({ op_id, match }, { seq, op_id: after }) {
  for (const { op_id: next } of await unsent(match)) {
    await changeOperation(next, (op) =>
      op.revision === `op:${op_id}` ? { ...op, revision: seq, after } : op,
    );
  }
  await changeOperation(op_id, (op) => (op.state === "refused" ? undefined : op));
}

// The scorer chose what the match says without it. It stays in its list until it is forgotten.
/** @param {string} op_id */
export async function setAside(op_id) {
  await changeOperation(op_id, (op) => ({ ...op, state: "aside" }));
}

// Drops an operation that was set aside, for good.
/** @param {string} op_id */
export async function forget(op_id) {
  await changeOperation(op_id, (op) => (op.state === "aside" ? undefined : op));
}

// --- the hand that another phone wrote in the place of one that waits here ---

/** @typedef {{act: ToldAct, number: number, isLast: boolean}} OtherHand */

// The last act that the scorer saw when this was written; 0 where the server does not have it.
/** @param {Waiting} one */
export function seenBy({ revision, answer }) {
  if (typeof revision === "number") return revision;
  return answer?.acts?.find(({ op_id }) => `op:${op_id}` === revision)?.seq ?? 0;
}

// The acts written meanwhile.
/** @param {Waiting} one */
export function actsSince(one) {
  const seen = seenBy(one);
  return one.answer?.acts?.filter(({ seq }) => seq > seen) ?? [];
}

// The other phone's version of the next hand, if it has written only hands since (else not `isLast`).
// Null if a waiting operation of `all` is about this phone's hand.
/** @param {Waiting} one @param {Waiting[]} all @returns {OtherHand | null} */
export function otherHand(one, all) {
  if (one.answer?.status !== 409 || one.op.op !== "record") return null;
  const acts = actsSince(one);
  const isBuiltOn = all.some(({ op }) => refsToUnsent(op).includes(`op:${one.op_id}`));
  if (isBuiltOn || acts.length === 0 || acts.some(({ kind }) => kind !== "recorded")) return null;
  const row = one.answer.problem.match?.rows.find(({ id }) => id === acts[0].seq);
  return row ? { act: acts[0], number: row.number, isLast: acts.length === 1 } : null;
}

// Did both write the same, at the same place?
/** @param {Waiting} one @param {OtherHand} other */
export function isTwin({ op }, { act }) {
  const [ours, theirs] = [op, act.data].map((/** @type {any} */ { hand, before }) =>
    JSON.stringify([writeHand(hand), before ?? null]),
  );
  return ours === theirs;
}

// The unsent operation on which it is, as `op:` and an operation's id. Without one it is a separate hand,
// which was only decided after an operation that is not there.
/** @param {Operation} op */
export const refsToUnsent = (op) =>
  [op.hand_id, op.before, op.seq].map(String).filter((ref) => ref.startsWith("op:"));
