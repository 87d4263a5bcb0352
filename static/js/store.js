// The store of this phone's matches, in IndexedDB. If that is refused, full or removed, the store is in
// this page's memory while it is open. `store.isKept` says which.

const NAME = "tefteri";
const VERSION = 1;
/** @type {{matches: "id", ops: "op_id"}} */
const KEYS = { matches: "id", ops: "op_id" };
const NAMES = /** @type {TableName[]} */ (Object.keys(KEYS));
const PATIENCE_MS = 1500; // a hand must not wait for a browser that never answers, as some iPhones
const SILENCE_MS = 5000; // after which a store that refused or was silent is tried again

/** @type {Promise<IDBDatabase> | null} */
let opening = null;
/** @type {IDBDatabase | null} */
let connection = null; // the open one, as far as the browser shows it
let isToTryLater = false;
let isPersistAsked = false;
let silentUntil = 0;
/** @type {Promise<unknown>} */
let last = Promise.resolve(); // of the changes, which come one after the other
/** @type {Map<string, Edit>} */
const unwritten = new Map(); // by place, the edits that the database did not take
/** @type {Set<IDBTransaction>} */
const giveUp = new Set(); // the transactions that change no operation (yet)
/** @type {Map<string, Edit>} */
const seen = new Map(); // by place, what this page last knew to be there

/** @type {Store} */
export const store = {
  // A match can come from the server again; an operation is nowhere else.
  get isKept() {
    return ![...unwritten.values()].some(({ name, value }) => name === "ops" && value);
  },

  get: (name, key) => read((tables) => tables.get(name, key)),

  all: (name) => read((tables) => tables.all(name)),

  // One transaction, whose `work` changes nothing.
  read,

  // One transaction. `work` is given `get`, `all`, `put` and `remove`, and waits for nothing else.
  // Its result comes back once all is on the disk or, with `isKept` false, in memory.
  change(work) {
    const done = last.then(() => write(work));
    last = done.catch(() => {});
    return done;
  },
};

/** @template T @param {(tables: Tables) => T | Promise<T>} work */
async function read(work) {
  await last;
  return readWhatThereIs(work, new Map());
}

/** @template T @param {(tables: Tables) => T | Promise<T>} work */
async function write(work) {
  let edits = new Map();
  let given;
  try {
    given = await connected((database, turn) => {
      edits = new Map();
      return writeOnDisk(work, edits, begin(database, turn, "readwrite", { durability: "strict" }));
    });
    settle();
    askToPersist(edits);
  } catch {
    // Refused, full, taken away or silent: the next change takes this one along.
    edits = new Map();
    given = await readWhatThereIs(work, edits);
    for (const [place, edit] of edits) unwritten.set(place, edit);
    tryLater();
  }
  for (const [place, edit] of edits) see(place, edit);
  return given;
}

// All is on the disk.
function settle() {
  const wasKept = store.isKept;
  unwritten.clear();
  if (!wasKept) document.dispatchEvent(new Event("stored"));
}

// A browser that refuses is tried again while this page alone has an operation.
function tryLater() {
  if (store.isKept || isToTryLater) return;
  isToTryLater = true;
  setTimeout(() => {
    isToTryLater = false;
    writeRest();
  }, SILENCE_MS);
}

function writeRest() {
  if (unwritten.size > 0) store.change(() => {});
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") writeRest();
});
addEventListener("pageshow", writeRest);

// Use the database. A connection that was lost, which a browser may not say, is opened again at once.
/** @template T @param {(database: IDBDatabase, turn: Turn) => Promise<T>} use */
function connected(use) {
  return inTime(async (turn) => {
    const database = await openIn(turn);
    try {
      return await use(database, turn);
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      if (turn.isOver || isFull) throw error;
      drop(database);
      turn.transaction = null;
      return use(await openIn(turn), turn);
    }
  });
}

// Call `ask`. If the browser does not answer, throw. Its database is then left alone for a while, and
// `turn.isOver` is true.
/** @template T @param {(turn: Turn) => Promise<T>} ask */
async function inTime(ask) {
  /** @type {Turn} */
  const turn = { isOver: false, transaction: null };
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      turn.isOver = true;
      silentUntil = performance.now() + SILENCE_MS;
      if (turn.transaction) abort(turn.transaction);
      drop(turn.transaction?.db ?? null);
      reject(new Error("no answer"));
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([ask(turn), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @template T
 * @param {(tables: Tables) => T | Promise<T>} work @param {Map<string, Edit>} edits
 * @param {IDBTransaction} transaction
 */
async function writeOnDisk(work, edits, transaction) {
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
  ended.catch(() => {}); // the caller below gets the error
  try {
    const given = await work(tablesOf(transaction, edits));
    for (const { name, key, value } of [...unwritten.values(), ...edits.values()]) {
      if (name === "ops") giveUp.delete(transaction);
      const table = transaction.objectStore(name);
      if (value === undefined) table.delete(key);
      else table.put(value);
    }
    await ended;
    return given;
  } catch (error) {
    if (!transaction.error) abort(transaction);
    throw error;
  }
}

/** @param {Turn} turn */
async function openIn(turn) {
  const database = performance.now() < silentUntil ? null : await open();
  if (!database || turn.isOver) throw new Error("no database");
  return database;
}

// WebKit keeps a page for the way back. That page would hold its transaction, and keep every other page
// from the database for good. A match that it was about to keep can come from the server again.
addEventListener("pagehide", () => {
  for (const transaction of giveUp) abort(transaction);
});

/**
 * @param {IDBDatabase} database @param {Turn} turn
 * @param {[IDBTransactionMode?, IDBTransactionOptions?]} how
 */
function begin(database, turn, ...how) {
  const transaction = database.transaction(NAMES, ...how);
  turn.transaction = transaction;
  const end = () => giveUp.delete(transaction);
  transaction.addEventListener("complete", end);
  transaction.addEventListener("abort", end);
  giveUp.add(transaction);
  return transaction;
}

/** @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It had ended before.
  }
}

/**
 * @template T
 * @param {(tables: Tables) => T | Promise<T>} work @param {Map<string, Edit>} edits
 */
async function readWhatThereIs(work, edits) {
  try {
    return await connected(async (database, turn) => {
      edits.clear();
      return work(tablesOf(begin(database, turn), edits));
    });
  } catch {
    edits.clear();
    return work(tablesOf(undefined, edits));
  }
}

// Without a transaction they have what this page knows.
/**
 * @param {IDBTransaction | undefined} transaction @param {Map<string, Edit>} edits
 * @returns {Tables}
 */
function tablesOf(transaction, edits) {
  /** @param {TableName} name @param {string} key @param {Edit["value"]} value */
  const edit = (name, key, value) => edits.set(placeOf(name, key), { name, key, value });
  return {
    async get(name, key) {
      const place = placeOf(name, key);
      const edited = edits.get(place) ?? unwritten.get(place);
      if (edited) return edited.value;
      if (!transaction) return seen.get(place)?.value;
      const value = await answerOf(transaction.objectStore(name).get(key));
      see(place, { name, key, value });
      return value;
    },
    async all(name) {
      const values = transaction ? await answerOf(transaction.objectStore(name).getAll()) : [];
      const found = new Map(values.map((value) => [keyOf(name, value), value]));
      if (transaction) seeAll(name, found);
      const known = transaction ? [] : seen.values();
      for (const { key, value, ...its } of [...known, ...unwritten.values(), ...edits.values()]) {
        if (its.name !== name) continue;
        if (value === undefined) found.delete(key);
        else found.set(key, value);
      }
      return [...found.values()];
    },
    put: (name, value) => edit(name, keyOf(name, value), value),
    remove: (name, key) => edit(name, key, undefined),
  };
}

/** @param {TableName} name @param {Stored[TableName]} value @returns {string} */
const keyOf = (name, value) => Reflect.get(value, KEYS[name]);
/** @param {TableName} name @param {string} key */
const placeOf = (name, key) => `${name}/${key}`;

/** @param {string} place @param {Edit} edit */
function see(place, { name, key, value }) {
  if (value === undefined) seen.delete(place);
  else seen.set(place, { name, key, value });
}

/** @param {TableName} name @param {Map<string, Edit["value"]>} found */
function seeAll(name, found) {
  for (const [place, its] of seen) if (its.name === name) seen.delete(place);
  for (const [key, value] of found) see(placeOf(name, key), { name, key, value });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answerOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// The database. After one that refused, the next call asks again.
function open() {
  if (opening) return opening;
  const own = openDatabase().then(
    (database) => {
      if (connection) database.close(); // it comes late, behind another one
      connection ??= database;
      opening = own;
      return connection;
    },
    (error) => {
      if (opening === own) opening = null;
      throw error;
    },
  );
  opening = own;
  return own;
}

// The next call opens another connection. Without one, it was the opening that did not answer.
/** @param {IDBDatabase | null} database */
function drop(database) {
  database?.close();
  if (connection === database) opening = connection = null;
}

async function openDatabase() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const name of NAMES) request.result.createObjectStore(name, { keyPath: KEYS[name] });
  };
  const database = await answerOf(request);
  // A newer page wants other tables, or the browser has dropped these. The page keeps
  // their rows and goes on sending: an operation that is sent twice is done once.
  const leave = () => {
    drop(database);
    for (const [place, edit] of seen) if (!unwritten.has(place)) unwritten.set(place, edit);
    tryLater();
  };
  database.onversionchange = leave;
  database.onclose = leave;
  return database;
}

// The first operation is worth asking that the browser drops nothing of this site.
/** @param {Map<string, Edit>} edits */
function askToPersist(edits) {
  const hasOperation = [...edits.values()].some(({ name, value }) => name === "ops" && value);
  if (isPersistAsked || !hasOperation) return;
  isPersistAsked = true;
  navigator.storage?.persist?.().catch(() => {});
}
