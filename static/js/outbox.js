// The scorer's operations that the server may not have yet. An operation is first kept on this phone and
// then sent, in order and one at a time in each match. It is sent until an answer to that very operation
// comes.
//
// Two tabs may send the same one, which the server does once. Neither sends the next before that.

import { onReturn } from "./requests.js";
import { fetchActs, problemKind, send } from "./sending.js";
import { store } from "./store.js";

export { newId } from "./requests.js";

const WAIT_MS = 1000;
const LONGEST_WAIT_MS = 4000; // a server that comes back alone is noticed within five seconds
const PATIENCE_MS = 10_000;
const LONGEST_PATIENCE_MS = 60_000;
const MATCHES = 50; // are kept besides those with something unsent

/** @type {Map<string, Lane>} */
const lanes = new Map(); // one for each match
/** @type {Set<(event: OutboxEvent) => unknown>} */
const listeners = new Set();
/** @type {Promise<unknown>} */
let starting = Promise.resolve(); // the start of a match that is being sent
const otherTabs = openChannel();

// The way to other tabs; Firefox refuses it together with storage.
function openChannel() {
  try {
    return new BroadcastChannel("tefteri");
  } catch {
    return null;
  }
}

// Keep the operation on this phone, and send it. The promise resolves once it is kept. `isKept` is false if
// only this page keeps it. `isNew` is false if its id is already there: then nothing changes, and the
// stored one may differ. `says` has the operation in words. One that `state` calls set aside is not sent.
/** @param {Omit<WaitingFields, "place"> & {state?: Waiting["state"]}} wish */
export async function add({ state = "waiting", ...given }) {
  const { op_id, match, op, revision, after, at, engine, says } = given;
  const isNew = await store.change(async (tables) => {
    const kept = await tables.get("matches", match);
    if (kept?.saved?.[op_id] || (await tables.get("ops", op_id))) return false;
    const places = (await tables.all("ops")).map((other) => other.place);
    const place = Math.max(0, ...places) + 1;
    const its = { op, revision, after, at, engine, says };
    const whole = { op_id, match, place, ...its, state, answer: null };
    tables.put("ops", /** @type {Waiting} */ (whole));
    return true;
  });
  tell({ type: "changed", match });
  drain(match);
  return { isKept: store.isKept, isNew };
}

// The operations that the server has not said to have, in order; of one match, or of all.
/** @param {string} [match] */
export async function unsent(match) {
  return unsentOf(match, await store.all("ops"));
}

// The operations that the scorer set aside.
/** @param {string} [match] */
export async function aside(match) {
  return inOrder(match, await store.all("ops")).filter((op) => op.state === "aside");
}

// The match as this phone has it, at one moment. An operation saved meanwhile is in `acts`
// or in `ops`.
/** @param {string} match */
export function stateOf(match) {
  return store.read(async (tables) => {
    const kept = await tables.get("matches", match);
    const { acts = [], revision = 0, side, deals, evening } = kept ?? {};
    const ops = unsentOf(match, await tables.all("ops"));
    // A phone that begins a match is on side A.
    const own = ops[0]?.op.create ? "A" : null;
    return { acts, revision, side: side ?? own, deals, evening, ops };
  });
}

export async function hasUnsent() {
  return (await unsent()).length > 0;
}

/** @param {string | undefined} match @param {Waiting[]} ops */
function inOrder(match, ops) {
  const its = ops.filter((op) => match === undefined || op.match === match);
  return its.sort((one, other) => one.place - other.place);
}

/** @param {string | undefined} match @param {Waiting[]} ops */
const unsentOf = (match, ops) => inOrder(match, ops).filter((op) => op.state !== "aside");

// Call the listener with `{type: "changed", match}`, `{type: "saved", op, seq, answer}`, `{type: "refused",
// op, status, problem}` or `{type: "unreachable", match, until, isStrange}`. `until` is by this phone's
// clock, and only for display. Return a function that ends it.
/** @param {(event: OutboxEvent) => unknown} listener */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Tries at once what waits for its next time, but for what the server itself asked to wait.
export async function sendNow() {
  const matches = new Set((await unsent()).map((op) => op.match));
  await Promise.all([...matches].map(drain));
}

// Change an operation after the scorer's decision, or remove it if `change` returns nothing. Then send.
/** @param {string} op_id @param {(op: Waiting) => Waiting | undefined} change */
export async function changeOperation(op_id, change) {
  const match = await store.change(async (tables) => {
    const op = await tables.get("ops", op_id);
    if (!op) return undefined;
    const changed = change(op);
    if (!changed) tables.remove("ops", op_id);
    else if (changed !== op) tables.put("ops", changed);
    // The answer that was shown beside the refused operation is how the match stands.
    const answer = op.state === "refused" && changed !== op ? op.answer : null;
    const acts = answer?.acts;
    const kept = acts && (await tables.get("matches", op.match));
    if (kept) {
      const revision = laterOf(kept, answer);
      tables.put("matches", { ...kept, acts: further(kept.acts, acts), revision });
    }
    return op.match;
  });
  if (match === undefined) return;
  tell({ type: "changed", match });
  drain(match);
}

// Keep a match, `{id, acts, …}`, as the server sent it. It takes no act away: the page may be old, or a
// copy. `saves` is the value of `savesIn` from before the request. If it is still equal, nothing was saved
// meanwhile, and acts that the server lacks are dropped. A clock cannot decide that: one that is set back
// would make saved acts older than the page.
/** @param {ToldMatch} record @param {{saves?: number}} [how] */
export async function keepMatch(record, { saves } = {}) {
  const giving = saves === undefined ? null : await loadGiving();
  const hadNames = await store.change(async (tables) => {
    const kept = await tables.get("matches", record.id);
    const isNow = giving !== null && (kept?.saves ?? 0) === saves;
    const acts = isNow ? record.acts : further(kept?.acts, record.acts);
    const lost = isNow ? lostIn(kept?.acts, acts) : [];
    if (kept && lost.length > 0) await giving?.giveBack(tables, kept, lost, acts);
    const saved = isNow ? knownIn(kept?.saved, acts) : kept?.saved;
    const revision = isNow ? record.revision : laterOf(kept, record);
    const named = new Set((kept?.acts ?? []).filter(({ data }) => !data.erased).map(seqOf));
    const isBare = acts.some((act) => act.data.erased && named.has(act.seq));
    const said = isBare ? {} : kept?.said; // they have the names, too
    await putNewest(tables, { ...kept, ...record, acts, revision, saved, said });
    return isBare;
  });
  tell({ type: "changed", match: record.id });
  if (hadNames) await dropPages(record.id);
}

// The module that gives a server its lost acts back. Without it no act is dropped: the next answer tries
// again.
const loadGiving = () => import("./lost_operations.js").catch(() => null);

// The acts of the first list that are not in the other.
/** @param {ToldAct[]} acts @param {ToldAct[]} others */
function lostIn(acts = [], others = []) {
  const there = new Set(others.map(({ op_id }) => op_id));
  return acts.filter(({ op_id }) => !there.has(op_id));
}

// The acts that know more. Names that were erased stay so, also where a page from before has them.
// If the two differ, as after a restored backup, ours stay until the next answer of the server.
/** @param {ToldAct[]} [acts] @param {ToldAct[]} [told] */
function further(acts = [], told = []) {
  if (lostIn(acts, told).length > 0 && lostIn(told, acts).length > 0) return acts;
  const [longer, other] = lastSeq(acts) > lastSeq(told) ? [acts, told] : [told, acts];
  const bare = new Map(other.filter(({ data }) => data.erased).map((act) => [act.seq, act]));
  return longer.map((act) => bare.get(act.seq) ?? act);
}

// Past the last act where names were erased since, without which what has names is not written.
/** @param {KeptRecord | undefined} kept @param {{revision?: number}} record */
const laterOf = (kept, record) => Math.max(kept?.revision ?? 0, record.revision ?? 0);

// The worker's copies of the match's pages, which have the names that were erased.
/** @param {string} match */
async function dropPages(match) {
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    const cache = await caches.open(name);
    for (const page of await cache.keys()) {
      if (new URL(page.url).pathname.startsWith(`/m/${match}/`)) await cache.delete(page);
    }
  }
}

/** @param {Record<string, number> | undefined} saved @param {ToldAct[]} acts */
function knownIn(saved = {}, acts) {
  const there = new Set(acts.map(({ op_id }) => op_id));
  return Object.fromEntries(Object.entries(saved).filter(([op_id]) => there.has(op_id)));
}

/** @param {ToldAct} act */
const seqOf = ({ seq }) => seq;
/** @param {ToldAct[] | undefined} acts */
const lastSeq = (acts) => acts?.at(-1)?.seq ?? 0;

// Keeps the match as the newest, and drops the oldest of too many. `toldAt` is a counter: a clock that
// was set back would make the newest the oldest. Older phones have the time there.
/** @param {Tables} tables @param {KeptRecord} newest */
async function putNewest(tables, newest) {
  const needed = new Set((await tables.all("ops")).map((op) => op.match));
  const rest = (await tables.all("matches")).filter(({ id }) => id !== newest.id);
  rest.sort((one, other) => (other.toldAt ?? 0) - (one.toldAt ?? 0));
  const all = [{ ...newest, toldAt: (rest[0]?.toldAt ?? 0) + 1 }, ...rest];
  tables.put("matches", all[0]);
  /** @param {KeptRecord} kept */
  const isOther = ({ id, proofs }) => !proofs && !needed.has(id); // proofs are of this phone, no match
  for (const { id } of all.filter(isOther).slice(MATCHES)) tables.remove("matches", id);
}

/** @param {string} id */
export async function keptMatch(id) {
  const kept = await store.get("matches", id);
  return kept?.acts && kept;
}

export async function keptMatches() {
  return (await store.all("matches")).filter((kept) => kept.acts);
}

// How many operations were saved in the match since it is kept here.
/** @param {string} match */
export async function savesIn(match) {
  return (await store.get("matches", match))?.saves ?? 0;
}

// The seqs of this phone's operations that the match has, by operation id.
/** @param {string} match */
export async function savedIn(match) {
  return (await store.get("matches", match))?.saved ?? {};
}

/** @param {string} match */
function laneOf(match) {
  const lane = lanes.get(match) ?? {
    isBusy: false,
    isAsked: false,
    failures: 0,
    patience: PATIENCE_MS,
    until: 0,
  };
  lanes.set(match, lane);
  return lane;
}

/** @param {string} match */
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
/** @param {string} match @param {Lane} lane */
async function sendFirst(match, lane) {
  const [op] = await unsent(match);
  if (op?.state !== "waiting") return false;
  const left = lane.until - performance.now();
  if (left > 0) {
    tryLater(match, lane, left);
    return false;
  }
  const asked = performance.now();
  const since = Date.now();
  const stop = new AbortController();
  lane.stop = stop;
  const saved = await savedIn(match);
  const ask = () => send(op, saved, lane.patience, stop);
  // Operations that met no server are sent again as soon as it is there.
  const endLooking = onReturn(() => {
    lane.isAsked = true;
    stop.abort();
  });
  const known = await (op.op.create ? oneByOne(ask) : ask()).finally(endLooking);
  if (known.is === "unknown") {
    waitAfter(known, match, lane);
    return false;
  }
  if (performance.now() - asked < PATIENCE_MS) lane.patience = PATIENCE_MS;
  lane.failures = 0;
  if (known.is === "invited" && !lane.isInvited) {
    lane.isInvited = true; // a second time its cookies are refused
    await isKnownAgain({ isFirst: true }); // before the match is: its answer may be lost
    return true;
  }
  if (known.is === "done") {
    await keepDone(op, known);
    if (lane.isInvited && op.op.create) await isKnownAgain({ isFirst: true }); // by its new secret
    return true;
  }
  const mayBeLost = known.status === 401 || (known.status === 409 && op.op.create);
  if (mayBeLost && !lane.isShown) {
    const isBack = await isKnownAgain({ match, since });
    if (isBack === null) waitAfter({}, match, lane);
    lane.isShown = isBack !== null;
    if (isBack !== false) return lane.isShown;
  }
  await keepRefused(op, known, lane);
  return false;
}

// The phone may have lost its cookie. Few ever do: what it takes is not in every page.
/** @param {{match?: string, isFirst?: boolean, since?: number}} what */
async function isKnownAgain(what) {
  const again = await import("./phone_recovery.js").catch(() => null);
  return again ? again.comeBack(what) : null; // a page that is left gets no script any more
}

// No act is ever decided on this one: the server answers with the act under an id, and writes nothing.
const NOTHING = "0".repeat(32);

// Ask again for what was refused for want of the pencil: another phone may have taken it in.
async function askOfRefused() {
  /** @param {Waiting} one */
  const isElsewhere = ({ state, answer, op }) =>
    state === "refused" && answer.status === 401 && !op.create;
  for (const one of await unsent()) {
    const lane = laneOf(one.match);
    const [first] = await unsent(one.match);
    if (!isElsewhere(one) || first.op_id !== one.op_id || lane.isBusy) continue;
    const saved = await savedIn(one.match);
    const asked = { ...one, revision: 1, after: NOTHING };
    const known = await send(asked, saved, PATIENCE_MS, new AbortController());
    if (known.is !== "done") continue;
    await keepDone(one, known);
    drain(one.match);
  }
}

// A phone without a cookie gets one with its first answer. With two requests at once, one match would
// belong to a phone that does not exist.
/** @param {() => Promise<Known>} ask */
function oneByOne(ask) {
  const own = starting.then(ask, ask);
  starting = own;
  return own;
}

// Remove the operation and add its act to the match, in one transaction.
/** @param {Waiting} op @param {Extract<Known, {is: "done"}>} known */
async function keepDone(op, { act, answer }) {
  const wasHere = await store.change(async (tables) => {
    const kept = (await tables.get("matches", op.match)) ?? { id: op.match };
    const saved = { ...kept.saved, [op.op_id]: act.seq };
    const saves = (kept.saves ?? 0) + 1;
    const said = { ...kept.said, [op.op_id]: op.says };
    const side = kept.side ?? (op.op.create ? "A" : null);
    tables.put("matches", { ...kept, ...withAct(kept.acts, act), saved, saves, said, side });
    const found = await tables.get("ops", op.op_id);
    tables.remove("ops", op.op_id);
    return found !== undefined;
  });
  if (wasHere) tell({ type: "saved", op, seq: act.seq, answer }); // else another tab told it
}

// Acts are kept from the start on or not at all.
/** @param {ToldAct[] | undefined} acts @param {ToldAct} act */
function withAct(acts = [], act) {
  if (acts.length === 0 && act.kind !== "started") return {};
  const others = acts.filter((other) => other.seq !== act.seq);
  return { acts: [...others, act].sort((one, other) => one.seq - other.seq) };
}

/** @param {Waiting} op @param {{status: number, problem: ToldProblem}} known @param {Lane} lane */
async function keepRefused(op, { status, problem }, lane) {
  const saves = await savesIn(op.match);
  const now = await matchAfter(op, status, lane);
  const answer = { status, problem, ...(now && { acts: now.acts, revision: now.revision }) };
  const giving = now ? await loadGiving() : null;
  const isStill = await store.change(async (tables) => {
    const found = await tables.get("ops", op.op_id);
    // Another tab has had it saved, or sends it again on another revision.
    if (found?.state !== "waiting" || found.revision !== op.revision) return false;
    const kept = now && (await tables.get("matches", op.match));
    const isNow = kept && (kept.saves ?? 0) === saves;
    const lost = isNow ? lostIn(kept.acts, now.acts) : [];
    if (giving && isNow && lost.length > 0) {
      await giving.giveBack(tables, kept, lost, now.acts);
      const saved = knownIn(kept.saved, now.acts);
      tables.put("matches", { ...kept, acts: now.acts, revision: now.revision, saved });
    } else {
      /** @type {WaitingFields} */
      const bare = problemKind(problem) === "names_erased" ? withoutReason(found) : found;
      tables.put("ops", { ...bare, state: "refused", answer });
    }
    return true;
  });
  if (isStill) tell({ type: "refused", op, status, problem });
}

// Take out a reason that was typed before names were erased: it may be one of them.
/** @param {Waiting} one @returns {WaitingFields} */
function withoutReason(one) {
  const { reason = "" } = one.op;
  const says = one.says?.replace(` · ${reason}`, "").replace(reason, "");
  return { ...one, says, op: /** @type {Operation} */ ({ ...one.op, reason: "" }) };
}

// The match as the server has it, where that is why it refuses; null where it cannot be asked.
/**
 * @param {Waiting} one @param {number} status @param {Lane} lane
 * @returns {Promise<Pick<ToldMatch, "acts" | "revision"> | null>}
 */
async function matchAfter({ op, match }, status, lane) {
  if (status === 404 && !op.create) return { acts: [], revision: 0 };
  return status === 409 && !op.create ? fetchActs(match, lane.patience) : null;
}

/** @param {NoAnswer} known @param {string} match @param {Lane} lane */
function waitAfter({ seconds, isLate, isStrange = false }, match, lane) {
  lane.failures += 1;
  if (isLate) lane.patience = Math.min(lane.patience * 2, LONGEST_PATIENCE_MS);
  const backOff = Math.min(WAIT_MS * 2 ** (lane.failures - 1), LONGEST_WAIT_MS);
  if (seconds) lane.until = performance.now() + seconds * 1000;
  const wait = (seconds ? seconds * 1000 : backOff / 2) + (Math.random() * backOff) / 2;
  tryLater(match, lane, wait);
  emit({ type: "unreachable", match, until: Date.now() + wait, isStrange });
}

/** @param {string} match @param {Lane} lane @param {number} wait */
function tryLater(match, lane, wait) {
  clearTimeout(lane.timer);
  lane.timer = setTimeout(() => drain(match), wait);
}

/** @param {OutboxEvent} event */
function tell(event) {
  emit(event);
  otherTabs?.postMessage(event);
}

/** @param {OutboxEvent} event */
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
  // Requests on their way went into the dead network.
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
sendNow().then(askOfRefused);
