// Unsent operations as a file for the phone that holds the pencil now. This phone writes the file, and that
// one shows it and takes it in.
//
// They keep their ids: should one have reached the server all the same, it is not written twice.

import { KINDS } from "./kinds.js";
import { actOf, ledgerOf } from "./ledger.js";
import { add, aside, keepMatch, savedIn, stateOf, unsent } from "./outbox.js";
import { fetchActs, REFERENCES, seqIn } from "./sending.js";
import { saysOf } from "./view_values/latest_act.js";
import { loadWords, readAs } from "./words.js";

const KIND = "unsent hands";
const ID = /^[0-9a-f]{32}$/;
const MATCH_ID = /^[\w-]{22}$/;
const MOST = 500; // operations, which no match comes near
const PATIENCE_MS = 10_000;

// The text of the file of one match.
export async function writeFile(match) {
  const saved = await savedIn(match);
  const all = [...(await unsent(match)), ...(await aside(match))];
  let seen; // the last act that was known of: what waits is decided on what waits before it
  const ops = all.map(({ op_id, op, at, engine, state, revision }) => {
    const known = withSeqs({ revision }, saved).revision;
    if (Number.isInteger(known)) seen = known;
    return {
      op_id,
      at,
      engine,
      state: stateIn({ state }),
      revision: seen,
      op: withSeqs(op, saved),
    };
  });
  return JSON.stringify({ tefteri: KIND, match, ops }, null, 1);
}

// The part of an operation's state that another phone keeps.
const stateIn = ({ state }) => (state === "aside" ? "aside" : "waiting");

// The operation with the seqs of what is written by now.
function withSeqs(op, saved) {
  const found = { ...op };
  for (const name of REFERENCES) {
    const seq = typeof op[name] === "string" && seqIn(saved, op[name]);
    if (seq) found[name] = seq;
  }
  return found;
}

// --- hands from another phone ---

// The file's own words are not believed. The words are made from the operations, so the reader sees their
// true effect.

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

// The file's operations that the match lacks, each with `says`. Null if this phone may not write in the
// match, or the server is out of reach. Throws where they make no match.
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

// The acts on the same hand since the state of the file's phone, or all of them if the file does not say
// that state.
function newerThan({ op, revision }, told, dataset) {
  const about = op.hand_id ?? op.seq;
  if (!about) return undefined;
  const seen = Number.isInteger(revision) ? revision : 0;
  const newer = told.findLast(({ seq, data }) => seq > seen && data.hand_id === about);
  return newer && saysOf(ledgerOf(told.slice(0, told.indexOf(newer) + 1)), dataset);
}

// Add the operations behind all acts of the match, and keep set-aside ones aside. False if this phone may
// not write in the match, or the server is out of reach.
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
