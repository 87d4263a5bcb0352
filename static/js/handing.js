// Unsent operations as a file, for the phone that holds the pencil now.
//
// They keep their ids: should one have reached the server all the same, it is not written twice.

import { add, aside, keepMatch, savedIn, unsent } from "./outbox.js";
import { fetchActs, REFERENCES, seqIn } from "./sending.js";

const KIND = "unsent hands";
const ID = /^[0-9a-f]{32}$/;
const MATCH_ID = /^[\w-]{22}$/;
const MOST = 500; // operations, which no match comes near
const PATIENCE_MS = 10_000;

// The text of the file of one match.
export async function writeFile(match) {
  const saved = await savedIn(match);
  const all = [...(await unsent(match)), ...(await aside(match))];
  const ops = all.map(({ op_id, op, at, engine, says, state }) => ({
    ...{ op_id, at, engine, says, state: stateIn({ state }) },
    op: withSeqs(op, saved),
  }));
  return JSON.stringify({ tefteri: KIND, match, ops }, null, 1);
}

// What such a text holds: `{match, ops}`; null where it is none.
export function readFile(text) {
  try {
    const file = JSON.parse(text);
    const { tefteri, match, ops } = file;
    const isOurs = tefteri === KIND && is(MATCH_ID, match) && ops.length <= MOST;
    return isOurs && ops.every(isFit) ? file : null;
  } catch {
    return null;
  }
}

function isFit({ op_id, op, says = "" }) {
  const isWish = typeof op.op === "string" || op.create instanceof Object;
  return is(ID, op_id) && isWish && typeof says === "string";
}

const is = (pattern, text) => typeof text === "string" && pattern.test(text);

const stateIn = ({ state }) => (state === "aside" ? "aside" : "waiting");

// Adds them behind all that the match has, and what was set aside as that; false where this phone may
// not write in it, or where the server is out of reach.
export async function takeIn({ match, ops }) {
  const isNew = Boolean(ops[0]?.op.create);
  const now = await fetchActs(match, PATIENCE_MS);
  if (!now && !isNew) return false;
  const saved = Object.fromEntries((now?.acts ?? []).map((act) => [act.op_id, act.seq]));
  if (now) await keepMatch(now);
  const own = (await unsent(match)).at(-1);
  let revision = own ? `op:${own.op_id}` : now?.revision;
  for (const { op_id, op, at, engine, says, ...its } of ops) {
    if (op_id in saved) continue;
    const state = stateIn(its);
    await add({ op_id, match, op: withSeqs(op, saved), revision, at, engine, says, state });
    if (state === "waiting") revision = `op:${op_id}`;
  }
  return true;
}

// The operation with the seqs of what is written by now.
function withSeqs(op, saved) {
  const found = { ...op };
  for (const name of REFERENCES) {
    const seq = typeof op[name] === "string" && seqIn(saved, op[name]);
    if (seq) found[name] = seq;
  }
  return found;
}
