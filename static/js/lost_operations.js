// What a server that was set back to a backup has no more, as operations again under their own ids:
// whoever else gives them back, too, each is written once.

import { FIELDS, KINDS } from "./kinds.js";

const OPERATIONS = Object.fromEntries(Object.entries(KINDS).map(([op, kind]) => [kind, op]));
const HEAD = "sides rules target first_dealer started place event round table numbers".split(" ");
/** @type {Reference[]} */
const REFERENCES = ["before", "hand_id", "seq"];

// The acts kept here that are not among those that the server has.
/** @template {{op_id: string}} T @param {T[]} kept @param {{op_id: string}[]} told */
export function lostIn(kept, told) {
  const there = new Set(told.map(({ op_id }) => op_id));
  return kept.filter(({ op_id }) => !there.has(op_id));
}

// These acts as operations `{op_id, op, revision, after}`, each decided on the one before; the first on
// the last act that both have, so that nothing is written over what others wrote since. A change of
// names or rules is the server's page's to make, and is none.
/** @param {ToldAct[]} lost @param {ToldAct[]} kept @param {ToldAct[]} told */
export function operationsOf(lost, kept, told) {
  const both = told.findLast(({ op_id }) => kept.some((act) => act.op_id === op_id));
  /** @type {Ref} */
  let revision = both?.seq ?? 0;
  let after = both?.op_id;
  /** @type {LostWish[]} */
  const found = [];
  for (const { op_id, kind, data } of lost) {
    if (kind !== "started" && !OPERATIONS[kind]) continue;
    const op =
      kind === "started"
        ? { create: pick(data, HEAD) }
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
export function byOperation(fields, lost, names = REFERENCES) {
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
