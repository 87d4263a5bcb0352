// Unsent operations as a file, for the phone that holds the pencil now.
//
// They keep their ids: should one have reached the server all the same, it is not written twice.

import { add, keepMatch, savedIn, unsent } from "./outbox.js";
import { fetchActs, REFERENCES } from "./sending.js";

const KIND = "unsent hands";
const ID = /^[0-9a-f]{32}$/;
const PATIENCE_MS = 10_000;

// The text of the file of one match.
export async function writeFile(match) {
  const saved = await savedIn(match);
  const ops = (await unsent(match)).map(({ op_id, op, at, engine, says }) => ({
    ...{ op_id, at, engine, says },
    op: withSeqs(op, saved),
  }));
  return JSON.stringify({ tefteri: KIND, match, ops }, null, 1);
}

// What such a text holds: `{match, ops}`; null where it is none.
export function readFile(text) {
  try {
    const file = JSON.parse(text);
    const isFit = ({ op_id, op }) => ID.test(op_id) && op instanceof Object;
    const isOurs = file.tefteri === KIND && typeof file.match === "string" && file.ops.every(isFit);
    return isOurs ? file : null;
  } catch {
    return null;
  }
}

// Adds them behind all that the match has; false where this phone may not write in it, or where the
// server is out of reach.
export async function takeIn({ match, ops }) {
  const isNew = Boolean(ops[0]?.op.create);
  const now = await fetchActs(match, PATIENCE_MS);
  if (!now && !isNew) return false;
  const saved = Object.fromEntries((now?.acts ?? []).map((act) => [act.op_id, act.seq]));
  if (now) await keepMatch(now);
  const own = (await unsent(match)).at(-1);
  let revision = own ? `op:${own.op_id}` : now?.revision;
  for (const { op_id, op, at, engine, says } of ops) {
    if (op_id in saved) continue;
    await add({ op_id, match, op: withSeqs(op, saved), revision, at, engine, says });
    revision = `op:${op_id}`;
  }
  return true;
}

// The operation with the seqs of what is written by now.
function withSeqs(op, saved) {
  const found = { ...op };
  for (const name of REFERENCES) {
    const seq = typeof op[name] === "string" && saved[op[name].replace(/^op:/, "")];
    if (seq) found[name] = seq;
  }
  return found;
}
