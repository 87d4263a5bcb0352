// Restores a phone that lost its cookie: a browser writes cookies now and then, but storage at once. The
// server's signed word for the phone is kept beside its waiting operations, and shown to an unknowing
// server.

import { isOurs, within } from "./requests.js";
import { store } from "./store.js";

const PATIENCE_MS = 10_000;
// Among the matches, so a phone that signs out drops it with them (phone_data.js). With another table the
// version before could not open the database.
const KEY = "phone";
const MOST = 5; // of a phone that was several ones
const MOST_PROVEN = 200;
/** @type {Promise<unknown>} */
let asking = Promise.resolve();

// Ask whether the server knows this phone again, and whether it may write in `match`. Null where the
// server cannot be asked. `isFirst` asks also where nothing is kept yet. A request that was refused at `since`, before
// the phone came back for another page or tab, need not ask.
/** @param {{match?: string, isFirst?: boolean, since?: number}} [what] @returns {Promise<boolean | null>} */
export function comeBack({ match, isFirst = false, since = Number.POSITIVE_INFINITY } = {}) {
  const ask = async () => {
    const kept = await proofs();
    if ((kept.backAt ?? 0) >= since) return true;
    if (!isFirst && kept.proofs.length + kept.invited.length === 0) return false;
    // Without a cookie it is given one first; where cookies are refused, twice.
    const told = await show(match);
    const last = told?.is_invited ? await show(match) : told;
    return last && Boolean(last.is_back);
  };
  const own = asking.then(ask, ask);
  asking = own;
  return own;
}

// Fetch, once, what will prove which phone this is in the match that it writes.
/** @param {string} match */
export async function keepProof(match) {
  if ((await proofs()).proven.includes(match)) return;
  if ((await comeBack({ isFirst: true })) === null) return;
  await store.change(async (tables) => {
    const kept = await tables.get("matches", KEY);
    if (!kept) return;
    const proven = [match, ...(kept.proven ?? [])].slice(0, MOST_PROVEN);
    tables.put("matches", { ...kept, proven });
  });
}

async function proofs() {
  return { proofs: [], invited: [], proven: [], ...(await store.get("matches", KEY)) };
}

/** @param {string | undefined} match */
async function show(match) {
  const { proofs: own, invited } = await proofs();
  const told = await ask({ proofs: [...invited, ...own], match }).catch(() => null);
  const shown = told?.proof;
  if (!shown) return told;
  await store.change(async (tables) => {
    const kept = { proofs: [], invited: [], ...(await tables.get("matches", KEY)) };
    const list = told.is_invited ? "invited" : "proofs";
    const others = kept[list].filter((proof) => proof !== shown);
    kept[list] = [shown, ...others].slice(0, MOST);
    if (!told.is_invited) kept.invited = [];
    if (told.is_back) kept.backAt = Date.now();
    tables.put("matches", { ...kept, id: KEY });
    if (told.is_back) await sendRefused(tables);
  });
  return told;
}

// Operations that were refused because the server did not know this phone wait again.
/** @param {Tables} tables */
async function sendRefused(tables) {
  for (const op of await tables.all("ops")) {
    const isUnknown = op.state === "refused" && op.answer.status === 401;
    if (isUnknown) tables.put("ops", { ...op, state: "waiting", answer: null });
  }
}

/** @param {object} body @returns {Promise<ToldPhone | null>} */
const ask = (body) =>
  within(PATIENCE_MS, async (options) => {
    const headers = { "Content-Type": "application/json" };
    const how = { ...options, method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch("/phone/again", how);
    if (!isOurs(answer)) return null;
    return answer.ok ? answer.json() : {};
  });
