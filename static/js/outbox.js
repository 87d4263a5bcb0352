// What the scorer wrote and the server may not have yet. An operation is first kept on this phone,
// then sent, one at a time in each match and in order, until an answer for that very operation comes.
//
// Two tabs may send the same one, which the server does once; none sends the next before that.

import { fetchActs, send } from "./sending.js";
import { store } from "./store.js";

const WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const PATIENCE_MS = 10_000;
const LONGEST_PATIENCE_MS = 60_000;
const MATCHES = 50; // are kept besides those with something unsent

const lanes = new Map(); // one for each match
const listeners = new Set();
let starting = Promise.resolve(); // the start of a match that is being sent
const otherTabs = globalThis.BroadcastChannel && new BroadcastChannel("tefteri");

// 128 random bits in hex. `randomUUID` is missing over plain HTTP.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Keeps the operation on this phone, and sends it. Resolves once it is kept; `isKept` is false where
// only this page keeps it. Adding it again changes nothing. `says` is what it is, in words; one that
// comes set aside, as `state` then says, is not sent.
export async function add({ op_id, match, op, revision, at, engine, says, state = "waiting" }) {
  await store.change(async (tables) => {
    const kept = await tables.get("matches", match);
    if (kept?.saved?.[op_id] || (await tables.get("ops", op_id))) return;
    const places = (await tables.all("ops")).map((other) => other.place);
    const place = Math.max(0, ...places) + 1;
    const answer = null;
    tables.put("ops", { op_id, match, place, op, revision, at, engine, says, state, answer });
  });
  tell({ type: "changed", match });
  drain(match);
  return { isKept: store.isKept };
}

// The operations that the server has not said to have, in order; of one match, or of all.
export async function unsent(match) {
  return unsentOf(match, await store.all("ops"));
}

// Those that the scorer set aside.
export async function aside(match) {
  return inOrder(match, await store.all("ops")).filter((op) => op.state === "aside");
}

// The match as this phone has it, at one moment: what is saved in between is in the one or the other.
export function stateOf(match) {
  return store.read(async (tables) => {
    const kept = await tables.get("matches", match);
    const { acts = [], revision = 0 } = kept ?? {};
    return { acts, revision, ops: unsentOf(match, await tables.all("ops")) };
  });
}

export async function hasUnsent() {
  return (await unsent()).length > 0;
}

function inOrder(match, ops) {
  const its = ops.filter((op) => match === undefined || op.match === match);
  return its.sort((one, other) => one.place - other.place);
}

const unsentOf = (match, ops) => inOrder(match, ops).filter((op) => op.state !== "aside");

// Calls the listener with `{type: "changed", match}`, `{type: "saved", op, seq, answer}`, `{type:
// "refused", op, status, problem}` and `{type: "unreachable", match, until}`, where `until` is by
// this phone's clock and good for nothing but showing. Gives a function that ends it.
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Tries at once what waits for its next time, but for what the server itself asked to wait.
export async function sendNow() {
  const matches = new Set((await unsent()).map((op) => op.match));
  await Promise.all([...matches].map(drain));
}

// Sends a refused operation again; after a 409 on the revision that the scorer has now seen.
export async function sendAgain(op_id, revision) {
  await changeOperation(op_id, (op) =>
    op.state === "waiting"
      ? op
      : { ...op, state: "waiting", answer: null, revision: revision ?? op.revision },
  );
}

// The scorer chose what the match says without it. It stays in its list until it is forgotten.
export async function setAside(op_id) {
  await changeOperation(op_id, (op) => ({ ...op, state: "aside" }));
}

// Drops an operation that was set aside, for good.
export async function forget(op_id) {
  await changeOperation(op_id, (op) => (op.state === "aside" ? undefined : op));
}

async function changeOperation(op_id, change) {
  const match = await store.change(async (tables) => {
    const op = await tables.get("ops", op_id);
    if (!op) return undefined;
    const changed = change(op);
    if (!changed) tables.remove("ops", op_id);
    else if (changed !== op) tables.put("ops", changed);
    // What was shown beside it while it was refused is how the match stands.
    const acts = op.state === "refused" && changed !== op && op.answer.acts;
    const kept = acts && (await tables.get("matches", op.match));
    if (kept) {
      const revision = laterOf(kept, op.answer);
      tables.put("matches", { ...kept, acts: further(kept.acts, acts), revision });
    }
    return op.match;
  });
  if (match === undefined) return;
  tell({ type: "changed", match });
  drain(match);
}

// Keeps a match, `{id, acts, …}`, as the server told it in this page. A copy of a page (`isCopy`) is
// from before, and takes nothing away. A fresh one may: acts that the server has no more, after a
// backup was put back, were never the phone's to keep. What was saved while the page came stays.
export async function keepMatch(record, { isCopy = false } = {}) {
  const hadNames = await store.change(async (tables) => {
    const kept = await tables.get("matches", record.id);
    const isOld = isCopy || (kept?.savedAt ?? 0) > performance.timeOrigin;
    const acts = isOld ? further(kept?.acts, record.acts) : record.acts;
    const saved = isOld ? kept?.saved : knownIn(kept?.saved, acts);
    const revision = isOld ? laterOf(kept, record) : record.revision;
    tables.put("matches", { ...kept, ...record, acts, revision, saved, toldAt: Date.now() });
    await dropOldMatches(tables);
    const named = new Set((kept?.acts ?? []).filter(({ data }) => !data.erased).map(seqOf));
    return acts.some((act) => act.data.erased && named.has(act.seq));
  });
  tell({ type: "changed", match: record.id });
  if (hadNames) await dropPages(record.id);
}

// The acts that know more. Names that were erased stay so, also where a page from before has them.
function further(acts = [], told = []) {
  const [longer, other] = lastSeq(acts) > lastSeq(told) ? [acts, told] : [told, acts];
  const bare = new Map(other.filter(({ data }) => data.erased).map((act) => [act.seq, act]));
  return longer.map((act) => bare.get(act.seq) ?? act);
}

// Past the last act where names were erased since, without which what has names is not written.
const laterOf = (kept, record) => Math.max(kept?.revision ?? 0, record.revision ?? 0);

// The worker's copies of the match's pages, which have the names that were erased.
async function dropPages(match) {
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    const cache = await caches.open(name);
    for (const page of await cache.keys()) {
      if (new URL(page.url).pathname.startsWith(`/m/${match}/`)) await cache.delete(page);
    }
  }
}

const knownIn = (saved = {}, acts) =>
  Object.fromEntries(Object.entries(saved).filter(([, seq]) => seq <= lastSeq(acts)));

const seqOf = ({ seq }) => seq;
const lastSeq = (acts) => acts?.at(-1)?.seq ?? 0;

async function dropOldMatches(tables) {
  const needed = new Set((await tables.all("ops")).map((op) => op.match));
  const others = (await tables.all("matches")).filter(({ id }) => !needed.has(id));
  others.sort((one, other) => (other.toldAt ?? 0) - (one.toldAt ?? 0));
  for (const { id } of others.slice(MATCHES)) tables.remove("matches", id);
}

export async function keptMatch(id) {
  const kept = await store.get("matches", id);
  return kept?.acts && kept;
}

export async function keptMatches() {
  return (await store.all("matches")).filter((kept) => kept.acts);
}

// By their ids, the seqs of the operations of this phone that the match has.
export async function savedIn(match) {
  return (await store.get("matches", match))?.saved ?? {};
}

function laneOf(match) {
  if (!lanes.has(match)) {
    lanes.set(match, {
      isBusy: false,
      isAsked: false,
      failures: 0,
      patience: PATIENCE_MS,
      until: 0,
    });
  }
  return lanes.get(match);
}

async function drain(match) {
  const lane = laneOf(match);
  lane.isAsked = true;
  if (lane.isBusy) return;
  lane.isBusy = true;
  clearTimeout(lane.timer);
  try {
    while (lane.isAsked) {
      lane.isAsked = false;
      while (await sendFirst(match, lane));
    }
  } catch (error) {
    tryLater(match, lane, LONGEST_WAIT_MS); // whatever broke, nothing is given up
    throw error;
  } finally {
    lane.isBusy = false;
  }
}

// Sends the first operation of the match; is it worth looking for the next one?
async function sendFirst(match, lane) {
  const [op] = await unsent(match);
  if (op?.state !== "waiting") return false;
  const left = lane.until - performance.now();
  if (left > 0) {
    tryLater(match, lane, left);
    return false;
  }
  const asked = performance.now();
  lane.stop = new AbortController();
  const saved = await savedIn(match);
  const ask = () => send(op, saved, lane.patience, lane.stop);
  const known = op.op.create ? await oneByOne(ask) : await ask();
  if (known.is === "unknown") {
    waitAfter(known, match, lane);
    return false;
  }
  if (performance.now() - asked < PATIENCE_MS) lane.patience = PATIENCE_MS;
  lane.failures = 0;
  if (known.is === "invited" && !lane.isInvited) {
    lane.isInvited = true; // a second time its cookies are refused
    return true;
  }
  if (known.is === "done") {
    await keepDone(op, known);
    return true;
  }
  await keepRefused(op, known, lane);
  return false;
}

// A phone without a cookie gets one with its first answer: two at once, and one match would be of a
// phone that nobody is.
function oneByOne(ask) {
  starting = starting.then(ask, ask);
  return starting;
}

// In one transaction the operation leaves and its act comes to the match.
async function keepDone(op, { act, answer }) {
  const wasHere = await store.change(async (tables) => {
    const kept = (await tables.get("matches", op.match)) ?? { id: op.match };
    const saved = { ...kept.saved, [op.op_id]: act.seq };
    tables.put("matches", { ...kept, ...withAct(kept.acts, act), saved, savedAt: Date.now() });
    const found = await tables.get("ops", op.op_id);
    tables.remove("ops", op.op_id);
    return found !== undefined;
  });
  if (wasHere) tell({ type: "saved", op, seq: act.seq, answer }); // else another tab told it
}

// Acts are kept from the start on or not at all.
function withAct(acts = [], act) {
  if (acts.length === 0 && act.kind !== "started") return {};
  const others = acts.filter((other) => other.seq !== act.seq);
  return { acts: [...others, act].sort((one, other) => one.seq - other.seq) };
}

async function keepRefused(op, { status, problem }, lane) {
  const isStale = status === 409 && !op.op.create;
  const before = lastSeq((await keptMatch(op.match))?.acts);
  const now = isStale ? await fetchActs(op.match, lane.patience) : null;
  const answer = { status, problem, ...(now && { acts: now.acts, revision: now.revision }) };
  const isStill = await store.change(async (tables) => {
    const found = await tables.get("ops", op.op_id);
    // Another tab has had it saved, or sends it again on another revision.
    if (found?.state !== "waiting" || found.revision !== op.revision) return false;
    tables.put("ops", { ...found, state: "refused", answer });
    // The server has lost acts: it was restored from a backup.
    const kept = now && lastSeq(now.acts) < before && (await tables.get("matches", op.match));
    if (kept) tables.put("matches", { ...kept, acts: now.acts, revision: now.revision });
    return true;
  });
  if (isStill) tell({ type: "refused", op, status, problem });
}

function waitAfter({ seconds, isLate }, match, lane) {
  lane.failures += 1;
  if (isLate) lane.patience = Math.min(lane.patience * 2, LONGEST_PATIENCE_MS);
  const backOff = Math.min(WAIT_MS * 2 ** (lane.failures - 1), LONGEST_WAIT_MS);
  if (seconds) lane.until = performance.now() + seconds * 1000;
  const wait = (seconds ? seconds * 1000 : backOff / 2) + (Math.random() * backOff) / 2;
  tryLater(match, lane, wait);
  emit({ type: "unreachable", match, until: Date.now() + wait });
}

function tryLater(match, lane, wait) {
  clearTimeout(lane.timer);
  lane.timer = setTimeout(() => drain(match), wait);
}

function tell(event) {
  emit(event);
  otherTabs?.postMessage(event);
}

function emit(event) {
  // A listener's fault must not stop the sending.
  for (const listener of listeners) queueMicrotask(() => listener(event));
}

otherTabs?.addEventListener("message", ({ data }) => {
  emit(data);
  // The tab that wrote it sends it, unless it was closed over it.
  const lane = laneOf(data.match ?? data.op.match);
  if (data.type === "changed" && !lane.isBusy) tryLater(data.match, lane, WAIT_MS);
});

addEventListener("online", () => {
  // What is on its way went into the dead network.
  for (const lane of lanes.values()) {
    lane.stop?.abort();
    lane.patience = PATIENCE_MS;
  }
  sendNow();
});
addEventListener("pageshow", sendNow);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") sendNow();
});
sendNow();
