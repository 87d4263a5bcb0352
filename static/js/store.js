// What this phone keeps of its matches: in IndexedDB and, where that is refused, full or taken away,
// in this page's memory for as long as it is open. `store.isKept` says which.

const NAME = "tefteri";
const VERSION = 1;
const KEYS = { matches: "id", ops: "op_id" };
const NAMES = Object.keys(KEYS);
const PATIENCE_MS = 3000; // to open it: a hand must not wait for a browser that never answers

let opening = null;
let isPersistAsked = false;
let last = Promise.resolve(); // of the changes, which come one after the other
const unwritten = new Map(); // by place, the edits that the database did not take
const seen = new Map(); // by place, what this page last knew to be there

export const store = {
  // A match is the server's to tell again; an operation is nowhere else.
  get isKept() {
    return ![...unwritten.values()].some(({ name, value }) => name === "ops" && value);
  },

  get: (name, key) => read((tables) => tables.get(name, key)),

  all: (name) => read((tables) => tables.all(name)),

  // One transaction, whose `work` changes nothing.
  read,

  // One transaction. `work` is given `get`, `all`, `put` and `remove`, and waits for nothing else.
  // What it returns comes back once all is on the disk or, with `isKept` false, in memory.
  change(work) {
    const done = last.then(() => write(work));
    last = done.catch(() => {});
    return done;
  },
};

async function read(work) {
  await last;
  return readWhatThereIs(work, new Map());
}

async function write(work) {
  const edits = new Map();
  let given;
  try {
    given = await writeOnDisk(work, edits);
    unwritten.clear();
    askToPersist(edits);
  } catch {
    // Refused, full, or taken away meanwhile: the next change takes this one along.
    edits.clear();
    given = await readWhatThereIs(work, edits);
    for (const [place, edit] of edits) unwritten.set(place, edit);
  }
  for (const [place, edit] of edits) see(place, edit);
  return given;
}

async function writeOnDisk(work, edits) {
  const database = await open();
  if (!database) throw new Error("no database");
  const transaction = database.transaction(NAMES, "readwrite", { durability: "strict" });
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
  ended.catch(() => {}); // whoever waits for it below is told
  try {
    const given = await work(tablesOf(transaction, edits));
    for (const { name, key, value } of [...unwritten.values(), ...edits.values()]) {
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

function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It had ended before.
  }
}

async function readWhatThereIs(work, edits) {
  try {
    return await work(tablesOf((await open())?.transaction(NAMES), edits));
  } catch {
    edits.clear();
    return work(tablesOf(undefined, edits));
  }
}

function tablesOf(transaction, edits) {
  const edit = (name, key, value) => edits.set(placeOf(name, key), { name, key, value });
  return {
    async get(name, key) {
      const place = placeOf(name, key);
      const edited = edits.get(place) ?? unwritten.get(place);
      if (edited) return edited.value;
      const value = transaction && (await answerOf(transaction.objectStore(name).get(key)));
      see(place, { name, key, value });
      return value;
    },
    async all(name) {
      const values = transaction ? await answerOf(transaction.objectStore(name).getAll()) : [];
      const found = new Map(values.map((value) => [value[KEYS[name]], value]));
      if (transaction) seeAll(name, found);
      for (const { key, value, ...its } of [...unwritten.values(), ...edits.values()]) {
        if (its.name !== name) continue;
        if (value === undefined) found.delete(key);
        else found.set(key, value);
      }
      return [...found.values()];
    },
    put: (name, value) => edit(name, value[KEYS[name]], value),
    remove: (name, key) => edit(name, key, undefined),
  };
}

const placeOf = (name, key) => `${name}/${key}`;

function see(place, { name, key, value }) {
  if (value === undefined) seen.delete(place);
  else seen.set(place, { name, key, value });
}

function seeAll(name, found) {
  for (const [place, its] of seen) if (its.name === name) seen.delete(place);
  for (const [key, value] of found) see(placeOf(name, key), { name, key, value });
}

function answerOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// The database, or null where there is none to be had (yet).
function open() {
  opening ??= new Promise((resolve) => {
    const nobody = setTimeout(() => resolve(null), PATIENCE_MS);
    openDatabase().then(
      (database) => {
        clearTimeout(nobody);
        opening = Promise.resolve(database); // also when it comes late
        resolve(database);
      },
      () => {
        clearTimeout(nobody);
        resolve(null);
      },
    );
  });
  return opening;
}

async function openDatabase() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const name of NAMES) request.result.createObjectStore(name, { keyPath: KEYS[name] });
  };
  const database = await answerOf(request);
  // A newer page wants other tables, or the browser has dropped these. What was in them stays with
  // this page, which goes on sending: an operation that is sent twice is done once.
  const leave = () => {
    database.close();
    opening = null;
    for (const [place, edit] of seen) if (!unwritten.has(place)) unwritten.set(place, edit);
  };
  database.onversionchange = leave;
  database.onclose = leave;
  return database;
}

// The first operation is worth asking that the browser drops nothing of this site.
function askToPersist(edits) {
  const hasOperation = [...edits.values()].some(({ name, value }) => name === "ops" && value);
  if (isPersistAsked || !hasOperation) return;
  isPersistAsked = true;
  navigator.storage?.persist?.().catch(() => {});
}
