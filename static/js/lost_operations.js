// Acts that a server lost when it was set back to a backup, as operations with their old ids. If another
// phone sends them, too, each is still written once.

import { FIELDS, KINDS } from "./kinds.js";

const OPERATIONS = Object.fromEntries(Object.entries(KINDS).map(([op, kind]) => [kind, op]));
/** @type {Reference[]} */
const REFERENCES = ["before", "hand_id", "seq"];

// The server was set back to a backup. The lost acts stand before all waiting ones, and are written again
// once the scorer agrees.
/** @param {Tables} tables @param {KeptRecord} kept @param {ToldAct[]} lost @param {ToldAct[]} told */
export async function giveBack(tables, { id, acts = [], said = {} }, lost, told) {
  const again = operationsOf(lost, acts, told);
  const ops = await tables.all("ops");
  const least = Math.min(0, ...ops.map(({ place }) => place)) - again.length;
  /** @type {{state: "refused", answer: Answer}} */
  const question = { state: "refused", answer: { status: 0, problem: { type: "#problem-lost" } } };
  /** @type {{state: "waiting", answer: null}} */
  const behind = { state: "waiting", answer: null };
  for (const [number, op] of again.entries()) {
    const its = { match: id, place: least + number, at: Date.now(), says: said[op.op_id] };
    tables.put("ops", { ...op, ...its, ...(number === 0 ? question : behind) });
  }
  for (const one of ops.filter(({ match }) => match === id)) {
    const { revision } = byOperation(one, lost, ["revision"]);
    tables.put("ops", { ...one, revision, op: byOperation(one.op, lost) });
  }
}

// These acts as operations `{op_id, op, revision, after}`. Each rests on the one before, and the first on
// the last act that server and phone share. So none of them overwrites acts that others wrote since. A
// change of names or rules is left out: the server's page makes it.
/** @param {ToldAct[]} lost @param {ToldAct[]} kept @param {ToldAct[]} told */
function operationsOf(lost, kept, told) {
  const both = told.findLast(({ op_id }) => kept.some((act) => act.op_id === op_id));
  /** @type {Ref} */
  let revision = both?.seq ?? 0;
  let after = both?.op_id;
  /** @type {LostWish[]} */
  const found = [];
  for (const { op_id, kind, data } of lost) {
    if (kind !== "started" && !OPERATIONS[kind]) continue;
    const { format, rematch_of, erased, ...head } = /** @type {DataOf<"started">} */ (data);
    const op =
      kind === "started"
        ? { create: head }
        : byOperation({ op: OPERATIONS[kind], ...pick(data, FIELDS) }, lost);
    found.push({ op_id, op: /** @type {Operation} */ (op), revision, after });
    revision = `op:${op_id}`;
    after = op_id;
  }
  return found;
}

// Replace the numbers of lost acts in these fields by their operations.
/**
 * @template {object} T
 * @param {T} fields @param {ToldAct[]} lost @param {Reference[]} [names]
 */
function byOperation(fields, lost, names = REFERENCES) {
  const found = /** @type {T & {[Name in Reference]?: Ref}} */ ({ ...fields });
  for (const name of names) {
    const act = lost.find(({ seq }) => seq === found[name]);
    if (act) found[name] = `op:${act.op_id}`;
  }
  return found;
}

/** @param {object} data @param {string[]} names */
function pick(data, names) {
  const told = new Map(Object.entries(data));
  return Object.fromEntries(
    names.filter((name) => told.has(name)).map((name) => [name, told.get(name)]),
  );
}
