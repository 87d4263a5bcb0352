// The scorer's choices about an operation that the server refused.

import { changeOperation, unsent } from "./outbox.js";

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

// Corrects by a refused hand the one that another phone wrote in its place, at the revision that the
// scorer has now seen.
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

// Drops a refused hand for the same one of another phone. What was written behind it is sent on then, as
// decided on that one.
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
