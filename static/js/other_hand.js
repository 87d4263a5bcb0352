// The hand that another phone wrote in the place of one that waits here.

import { writeHand } from "./rules.js";

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

// Where the other phone, too, wrote the next hand, and since then nothing but hands, which `isLast`
// denies. Null where one of `all` that wait is about the hand of this phone.
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
