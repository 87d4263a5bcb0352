// The store (static/js/store.js): what was changed is on the disk or, where that refuses, with the page
// that changed it.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { openStore, until } from "./browser.mjs";
import { disk, loseConnections } from "./indexed_db.mjs";

const store = await openStore();
const other = await openStore();
let number = 0;

const wake = () => document.dispatchEvent(new Event("visibilitychange"));
const put = (one, op) => one.change((tables) => tables.put("ops", op));
// No operation that anybody sends.
const operation = () => {
  number += 1;
  return { op_id: `op ${number}`, match: "m", place: number, state: "aside" };
};

afterEach(async () => {
  Object.assign(disk, { refuses: false, isFull: () => false });
  wake();
  await until(() => store.isKept && other.isKept);
});
after(() => setImmediate(() => process.exit()));

test("a change is there for another tab", async () => {
  const op = operation();
  await put(store, op);
  assert.equal(store.isKept, true);
  assert.deepEqual(await other.get("ops", op.op_id), op);
});

const count = (one) =>
  one.change(async (tables) => {
    const { times = 0 } = (await tables.get("matches", "count")) ?? {};
    tables.put("matches", { id: "count", times: times + 1 });
  });

test("changes of two tabs at once are all kept", async () => {
  await Promise.all([...Array(20).keys()].map((turn) => count(turn % 2 ? store : other)));
  assert.equal((await store.get("matches", "count")).times, 20);
});

test("changes of a page at once are all kept while the disk refuses", async () => {
  disk.refuses = true;
  const page = await openStore();
  await Promise.all([...Array(5).keys()].map(() => count(page)));
  assert.equal((await page.get("matches", "count")).times, 5);
});

test("a reader sees both tables at one moment", async () => {
  const op = operation();
  const move = store.change((tables) => {
    tables.put("ops", op);
    tables.put("matches", { id: op.op_id });
  });
  const seen = await other.read(async (tables) => [
    await tables.get("ops", op.op_id),
    await tables.get("matches", op.op_id),
  ]);
  await move;
  assert.equal(seen[0] === undefined, seen[1] === undefined);
});

test("an operation that the disk refuses is with the page, and on the disk once that takes it", async () => {
  const [first, second] = [operation(), operation()];
  disk.isFull = ({ op_id }) => op_id === first.op_id;
  await put(store, first);
  assert.equal(store.isKept, false);
  assert.deepEqual(await store.get("ops", first.op_id), first);
  assert.equal(await other.get("ops", first.op_id), undefined);
  disk.isFull = () => false;
  let told = 0;
  document.addEventListener("stored", () => (told += 1), { once: true });
  await put(store, second);
  assert.equal(store.isKept, true, "with the one that had no room");
  assert.equal(told, 1);
  assert.deepEqual(await other.get("ops", first.op_id), first);
});

test("a page whose database never opened goes on with what it knows", async () => {
  disk.refuses = true;
  const page = await openStore();
  const op = operation();
  await page.change((tables) => tables.put("matches", { id: op.op_id }));
  assert.equal(page.isKept, true, "the server tells a match again");
  await put(page, op);
  assert.equal(page.isKept, false);
  assert.deepEqual(await page.get("ops", op.op_id), op);
  disk.refuses = false;
  wake();
  await until(() => page.isKept);
  assert.deepEqual(await other.get("ops", op.op_id), op);
});

test("a connection that was lost in silence is opened again at once", async () => {
  const [first, second] = [operation(), operation()];
  await put(store, first);
  loseConnections();
  await put(store, second);
  assert.equal(store.isKept, true);
  loseConnections();
  assert.deepEqual(await other.get("ops", second.op_id), second, "also for a reader");
});

test("an operation that no connection took is written by a later one", async () => {
  const [first, second] = [operation(), operation()];
  loseConnections();
  disk.refuses = true;
  await put(store, first);
  assert.equal(store.isKept, false);
  disk.refuses = false;
  await put(store, second);
  assert.equal(store.isKept, true);
  assert.deepEqual(await other.get("ops", first.op_id), first);
});

test("a change whose work fails leaves nothing behind", async () => {
  const op = operation();
  const fail = (tables) => {
    tables.put("ops", op);
    throw new Error("no");
  };
  await assert.rejects(store.change(fail), { message: "no" });
  assert.equal(await store.get("ops", op.op_id), undefined);
  assert.equal(store.isKept, true);
});
