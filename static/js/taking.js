// Hands from another phone, in the file that it wrote (handing.js): first shown, then taken in.
//
// What the file calls them is not believed: their words are made of the operations themselves, so that
// whoever takes them in sees what they would write.

import { saysOf } from "./board.js";
import { KIND, stateIn, withSeqs } from "./handing.js";
import { actOf, KINDS, ledgerOf } from "./ledger.js";
import { add, keepMatch, unsent } from "./outbox.js";
import { fetchActs } from "./sending.js";
import { loadWords } from "./words.js";

const ID = /^[0-9a-f]{32}$/;
const MATCH_ID = /^[\w-]{22}$/;
const MOST = 500; // operations, which no match comes near
const PATIENCE_MS = 10_000;

// What such a text holds: `{match, ops}`; null where it is none.
export function readFile(text) {
  try {
    const file = JSON.parse(text);
    const { tefteri, match, ops } = file;
    const isOurs = tefteri === KIND && is(MATCH_ID, match) && ops.length <= MOST;
    return isOurs && ops.length > 0 && ops.every(isFit) ? file : null;
  } catch {
    return null;
  }
}

// Only the first one can start the match.
function isFit({ op_id, op }, index) {
  const isStart = index === 0 && op.create instanceof Object;
  return is(ID, op_id) && (isStart || Object.hasOwn(KINDS, op.op));
}

const is = (pattern, text) => typeof text === "string" && pattern.test(text);

// Those of its operations that the match has not, each with `says`; null where this phone may not write
// in the match, or where the server is out of reach. Throws where they make no match.
export async function offeredIn({ match, ops }, { words, undone }) {
  await loadWords(words);
  const told = ops[0].op.create ? [] : (await fetchActs(match, PATIENCE_MS))?.acts;
  if (!told) return null;
  const saved = new Set(told.map(({ op_id }) => op_id));
  let acts = told;
  const offered = ops
    .filter(({ op_id }) => !saved.has(op_id))
    .map((op) => {
      const after = ledgerOf([...acts, actOf(op)]);
      if (op.state !== "aside") acts = after.acts;
      return { ...op, says: saysOf(after, undone) };
    });
  return { match, ops: offered };
}

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
