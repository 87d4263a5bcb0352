// Hands from another phone, in the file that it wrote (outbox_export.js): first shown, then taken in.
//
// The file's own words are not believed: the words are made of the operations themselves, so that the
// reader sees what they would write.

import { KINDS } from "./kinds.js";
import { actOf, ledgerOf } from "./ledger.js";
import { add, keepMatch, stateOf, unsent } from "./outbox.js";
import { KIND, stateIn, withSeqs } from "./outbox_export.js";
import { fetchActs } from "./sending.js";
import { saysOf } from "./view_values/latest_act.js";
import { loadWords, readAs } from "./words.js";

const ID = /^[0-9a-f]{32}$/;
const MATCH_ID = /^[\w-]{22}$/;
const MOST = 500; // operations, which no match comes near
const PATIENCE_MS = 10_000;

// Read the text of a file: `{match, ops}`; null where it is no such file.
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

// The file's operations that the match lacks, each with `says`; null where this phone may not write
// in the match, or where the server is out of reach. Throws where they make no match.
/**
 * @param {{match: string, ops: Waiting[]}} file
 * @param {DOMStringMap} dataset of the place that offers them
 */
export async function offeredIn({ match, ops }, dataset) {
  await loadWords(dataset.words);
  const told = ops[0].op.create ? [] : (await fetchActs(match, PATIENCE_MS))?.acts;
  if (!told) return null;
  const { side } = await stateOf(match);
  const saved = new Set(told.map(({ op_id }) => op_id));
  /** @type {Act[]} */
  let acts = told;
  const offered = ops
    .filter(({ op_id }) => !saved.has(op_id))
    .map((op) => {
      const after = ledgerOf([...acts, actOf(op)]);
      if (op.state !== "aside") acts = after.acts;
      const says = readAs(side, () => saysOf(after, dataset));
      const replaces = readAs(side, () => newerThan(op, told, dataset));
      return { ...op, says, replaces };
    });
  return { match, ops: offered };
}

// The acts on the same hand since the state of the file's phone; all of them where the file does not
// say that state.
function newerThan({ op, revision }, told, dataset) {
  const about = op.hand_id ?? op.seq;
  if (!about) return undefined;
  const seen = Number.isInteger(revision) ? revision : 0;
  const newer = told.findLast(({ seq, data }) => seq > seen && data.hand_id === about);
  return newer && saysOf(ledgerOf(told.slice(0, told.indexOf(newer) + 1)), dataset);
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
  let after = own?.op_id ?? now?.acts.at(-1).op_id;
  for (const { op_id, op, at, engine, says, ...its } of ops) {
    if (op_id in saved) continue;
    const state = stateIn(its);
    await add({ op_id, match, op: withSeqs(op, saved), revision, after, at, engine, says, state });
    if (state !== "waiting") continue;
    revision = `op:${op_id}`;
    after = op_id;
  }
  return true;
}
