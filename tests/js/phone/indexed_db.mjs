// As much of IndexedDB as static/js/store.js uses, in memory. Transactions come one after the other, and
// end once nothing more is asked of them.

const later = (act) => new Promise((resolve) => setImmediate(() => resolve(act?.())));

/** What goes wrong with the disk, as tests want it. */
export const disk = { refuses: false, isFull: () => false };

const databases = new Map();

class Transaction extends EventTarget {
  #asked = [];
  #before = new Map();
  isOver = false;
  error = null;

  constructor(db, names) {
    super();
    this.db = db;
    this.tables = new Map(names.map((name) => [name, db.tables.get(name)]));
    const turn = db.file.last.then(() => this.#run());
    db.file.last = turn;
  }

  objectStore(name) {
    const { rows, keyPath } = this.tables.get(name);
    const ask = (act) => {
      if (this.isOver) throw new DOMException("over", "TransactionInactiveError");
      const request = {};
      this.#asked.push([request, act]);
      return request;
    };
    return {
      get: (key) => ask(() => structuredClone(rows.get(key))),
      getAll: () => ask(() => structuredClone([...rows.values()])),
      delete: (key) => ask(() => rows.delete(key)),
      put: (value) =>
        ask(() => {
          if (disk.isFull(value)) throw new DOMException("full", "QuotaExceededError");
          rows.set(value[keyPath], structuredClone(value));
        }),
    };
  }

  async #run() {
    for (const [name, { rows }] of this.tables) this.#before.set(name, new Map(rows));
    await later();
    while (!this.isOver && this.#asked.length > 0) {
      this.#answer(...this.#asked.shift());
      await later();
    }
    if (!this.isOver) this.#end("complete");
  }

  #answer(request, act) {
    try {
      request.result = act();
    } catch (error) {
      this.error = error;
      return this.abort();
    }
    request.onsuccess?.({ target: request });
  }

  abort() {
    if (this.isOver) throw new DOMException("over", "InvalidStateError");
    for (const [name, rows] of this.#before) {
      const table = this.tables.get(name);
      table.rows.clear();
      for (const row of rows) table.rows.set(...row);
    }
    this.#end("abort");
  }

  #end(type) {
    this.isOver = true;
    this.dispatchEvent(new Event(type));
    this[`on${type}`]?.();
  }
}

class Database {
  isClosed = false;

  constructor(file) {
    this.file = file;
    file.connections.add(this);
  }

  get tables() {
    return this.file.tables;
  }

  createObjectStore(name, { keyPath }) {
    this.tables.set(name, { keyPath, rows: new Map() });
  }

  transaction(names) {
    if (this.isClosed) throw new DOMException("closed", "InvalidStateError");
    return new Transaction(this, names);
  }

  close() {
    this.isClosed = true;
    this.file.connections.delete(this);
  }
}

export const indexedDB = {
  open(name) {
    if (disk.refuses) throw new DOMException("refused", "UnknownError");
    const request = {};
    const isNew = !databases.has(name);
    if (isNew)
      databases.set(name, { tables: new Map(), connections: new Set(), last: Promise.resolve() });
    later(() => {
      request.result = new Database(databases.get(name));
      if (isNew) request.onupgradeneeded({ target: request });
      request.onsuccess({ target: request });
    });
    return request;
  },
};

// The connections are lost and nobody hears of it, as on a phone that was in the background.
export function loseConnections() {
  for (const { connections } of databases.values())
    for (const connection of connections) connection.isClosed = true;
}
