// The outbox (static/js/outbox.js): what is written on the phone reaches a real server once and in order,
// whatever the network does.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { ask, losing, network, offline, openTab, saying, until } from "./browser.mjs";
import { hand, Match } from "./match.mjs";

const tab = await openTab();

/** A match that the server has. */
async function started(fields) {
  const match = await new Match(tab).begin(fields);
  await match.sent();
  return match;
}

/** Two hands, of which another phone has written the first meanwhile. */
async function stale() {
  const match = await started();
  network.answer = offline;
  const ids = await match.addHands(97, 100);
  const theirs = await match.recordElsewhere(120, 1);
  network.answer = null;
  tab.sendNow();
  await until(() => match.heard("refused").length > 0);
  return { match, ids, theirs };
}

const seqsOf = (acts) => acts.map(({ seq }) => seq);

afterEach(() => {
  network.answer = null;
});
after(() => setImmediate(() => process.exit())); // the pages stay open otherwise

// --- once and in order ---

test("a hand is sent and is then an act of the match", async () => {
  const match = await started();
  const [op_id] = await match.addHands(97);
  await match.sent();
  assert.deepEqual(await match.written(), [op_id]);
  const saved = match.heard("saved").at(-1);
  assert.deepEqual([saved.op.op_id, saved.seq], [op_id, 2]);
  assert.deepEqual(saved.answer.match.standing.totals, { A: 18, B: 6 });
  const [, act] = await match.acts();
  assert.deepEqual([act.seq, act.kind, act.data.hand.points], [2, "recorded", { A: 97 }]);
});

test("hands written offline are sent in order, each once", async () => {
  network.answer = offline;
  const match = await new Match(tab).begin({ first_dealer: "B2" });
  const ids = await match.addHands(97, 100, 120, 89, 97, 100, 120, 89, 97, 100, 120, 89);
  assert.deepEqual(await match.states(), Array(13).fill("waiting"));
  assert.equal(await tab.hasUnsent(), true);
  await match.online();
  assert.deepEqual(await match.written(), ids);
  const acts = await match.acts();
  assert.deepEqual(
    acts.map(({ op_id }) => op_id),
    [match.start, ...ids],
  );
  assert.equal(acts[0].data.first_dealer, "B2");
  assert.ok(acts[0].data.started > "2020", "by the server's clock");
  assert.equal(await tab.hasUnsent(), false);
});

test("a hand added again changes nothing, also once it is saved", async () => {
  const match = await started();
  const op_id = await match.add(hand(97), 1);
  assert.equal(match.given.isNew, true);
  await match.add(hand(120), 1, { op_id });
  assert.equal(match.given.isNew, false);
  await match.sent();
  await match.add(hand(120), 1, { op_id });
  assert.equal(match.given.isNew, false);
  assert.deepEqual(await match.unsent(), []);
  assert.deepEqual((await match.acts())[1].data.hand.points, { A: 97 });
});

test("the match is whole at every moment while it is sent", async () => {
  const match = await started();
  network.answer = offline;
  await match.addHands(97, 100, 120, 97, 100, 120);
  network.answer = null;
  const lengths = new Set();
  let ops = [];
  tab.sendNow();
  do {
    const state = await tab.stateOf(match.id);
    ops = state.ops;
    lengths.add(state.acts.length + ops.length);
  } while (ops.length > 0);
  assert.deepEqual([...lengths], [7], "the start and six hands");
});

test("an operation on an unsent hand is sent with its number", async () => {
  const match = await started();
  network.answer = offline;
  const [first] = await match.addHands(97);
  const correction = { op: "correct", hand_id: `op:${first}`, hand: hand(100).hand };
  const second = await match.add(correction, `op:${first}`);
  const third = await match.add({ op: "undo", seq: `op:${second}` }, `op:${second}`);
  await match.online();
  assert.deepEqual(await match.written(), [first, second, third]);
  const acts = await match.acts();
  assert.equal(acts[2].data.hand_id, 2);
  assert.equal(acts[3].data.seq, 3);
});

test("a match does not wait for another", async () => {
  const blocked = await started();
  network.answer = (go, url) => (url.pathname.includes(blocked.id) ? offline() : go());
  await blocked.addHands(97);
  const other = await started();
  await other.addHands(97);
  await other.sent();
  assert.deepEqual(await blocked.states(), ["waiting"]);
});

// --- the network ---

test("a hand whose answer is lost is sent again and written once", async () => {
  const match = await started();
  network.answer = losing;
  const before = network.asked.length;
  const ids = await match.addHands(97, 100);
  await until(async () => {
    await tab.sendNow();
    return network.asked.length > before + 3;
  });
  assert.deepEqual(await match.states(), ["waiting", "waiting"]);
  assert.ok(match.heard("unreachable").length > 0);
  assert.deepEqual(await match.written(), ids.slice(0, 1));
  await match.online();
  assert.deepEqual(await match.written(), ids);
  assert.deepEqual(seqsOf(await match.acts()), [1, 2, 3]);
});

test("a match whose first answers are lost is begun once", async () => {
  network.answer = losing;
  const before = network.asked.length;
  const match = await new Match(tab).begin();
  const ids = await match.addHands(97);
  await until(async () => {
    await tab.sendNow();
    return network.asked.length > before + 3;
  });
  await match.online();
  assert.deepEqual(await match.written(), ids);
});

const PORTAL = "<!doctype html><title>Free Wi-Fi</title><p>Accept our terms";
const OURS = { "Content-Type": "application/problem+json", Tefteri: "1" };
const FOREIGN = [
  [200, PORTAL],
  [200, "{}"],
  [200, '{"op_id": "another", "seq": 2}'],
  [200, '{"op_id": "another", "seq": 2}', OURS],
  [401, PORTAL],
  [404, PORTAL],
  [409, "[]"],
  [409, "[]", OURS],
  [422, '{"status": 422}'],
  [422, '{"status": 422}', OURS],
  [511, PORTAL],
  [500, PORTAL],
  [500, '{"status": 500, "request_id": "1"}', OURS],
  [204, ""],
];

test("a foreign answer counts as no answer", async () => {
  const match = await started();
  network.answer = saying(...FOREIGN[0]);
  const ids = await match.addHands(97);
  const saved = match.heard("saved").length;
  for (const [status, body, headers] of FOREIGN) {
    network.answer = saying(status, body, headers);
    const heard = match.heard("unreachable").length;
    await until(async () => {
      await tab.sendNow();
      return match.heard("unreachable").length > heard;
    });
    assert.deepEqual(await match.states(), ["waiting"], `${status} ${body}`);
    assert.equal(match.heard("saved").length, saved, `${status} ${body}`);
    assert.deepEqual(match.heard("refused"), [], `${status} ${body}`);
    assert.equal(
      match.heard("unreachable").at(-1).isStrange,
      headers !== OURS,
      `${status} ${body}`,
    );
  }
  await match.online();
  assert.deepEqual(await match.written(), ids);
});

// --- refusals ---

test("a hand that another phone wrote first stays with both versions, and stops the next", async () => {
  const { match, theirs } = await stale();
  const [first, second] = await match.unsent();
  assert.deepEqual([first.state, first.answer.status], ["refused", 409]);
  assert.deepEqual(first.op.hand.points, { A: 97 });
  assert.deepEqual(first.answer.acts.at(-1).data.hand.points, { A: 120 });
  assert.equal(first.answer.revision, 2);
  assert.equal(second.state, "waiting");
  const asked = network.asked.length;
  await tab.sendNow();
  assert.equal(network.asked.length, asked, "also when it is to be sent now");
  assert.deepEqual(await match.written(), [theirs]);
});

test("a refused hand is written once the scorer sends it again", async () => {
  const { match, ids, theirs } = await stale();
  await tab.sendAgain(ids[0], 2);
  await match.sent();
  assert.deepEqual(await match.written(), [theirs, ...ids]);
  assert.deepEqual(seqsOf(await match.acts()), [1, 2, 3, 4], "theirs is there as well");
});

test("a hand behind one that was set aside is asked about", async () => {
  const { match, ids, theirs } = await stale();
  await tab.setAside(ids[0]);
  await until(async () => (await match.states()).join() === "refused");
  assert.deepEqual(
    (await tab.aside(match.id)).map(({ op_id }) => op_id),
    ids.slice(0, 1),
  );
  await tab.sendAgain(ids[1], 2);
  await match.sent();
  assert.deepEqual(await match.written(), [theirs, ids[1]]);
  await tab.forget(ids[0]);
  assert.deepEqual(await tab.aside(match.id), []);
  assert.deepEqual(seqsOf(await match.acts()), [1, 2, 3]);
});

test("only an operation that was set aside is forgotten", async () => {
  const { match, ids } = await stale();
  for (const op_id of ids) await tab.forget(op_id);
  assert.equal((await match.unsent()).length, 2);
});

test("a hand that the rules refuse stays with the reasons", async () => {
  const match = await started();
  await match.addHands(300, 97);
  await until(() => match.heard("refused").length > 0);
  const [{ status, problem }] = match.heard("refused");
  assert.deepEqual([status, problem.problems[0].code], [422, "points_range"]);
  assert.deepEqual(await match.states(), ["refused", "waiting"]);
  assert.deepEqual(await match.written(), []);
});

// --- the match that is kept here ---

const told = async ({ id }) => (await ask(`/api/v1/matches/${id}/acts`)).json();

test("a kept copy of an older page takes no act away", async () => {
  const match = await started();
  const older = { id: match.id, acts: await match.acts() };
  await match.recordElsewhere(120, 1);
  await tab.keepMatch(await told(match));
  await tab.keepMatch(older);
  assert.deepEqual(seqsOf(await match.acts()), [1, 2]);
});

test("a clock that is set back while a page loads forgets no saved hand", async (context) => {
  const match = await started();
  const older = { id: match.id, acts: await match.acts() };
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() - 3_600_000 });
  const [op_id] = await match.addHands(97);
  await match.sent();
  await tab.keepMatch(older);
  assert.deepEqual(seqsOf(await match.acts()), [1, 2]);
  assert.equal((await tab.savedIn(match.id))[op_id], 2);
});

test("setting a refused hand aside keeps the later acts in the ledger", async () => {
  const { match, ids } = await stale();
  await match.recordElsewhere(89, 2);
  await tab.keepMatch(await told(match));
  await tab.setAside(ids[0]);
  assert.deepEqual(seqsOf(await match.acts()), [1, 2, 3]);
});

test("acts that a restored server lacks are asked about and written before what waits", async () => {
  const match = await started();
  const lost = { seq: 2, kind: "recorded", data: hand(97), op_id: tab.newId() };
  await tab.keepMatch({ id: match.id, acts: [...(await match.acts()), lost] });
  const own = await match.add(hand(100), 2);
  await until(() => match.heard("refused").length > 0);
  assert.deepEqual(seqsOf(await match.acts()), [1]);
  assert.deepEqual(
    (await match.unsent()).map(({ op_id }) => op_id),
    [lost.op_id, own],
  );
  assert.deepEqual(await match.states(), ["refused", "waiting"]);
  await tab.sendAgain(lost.op_id);
  await match.sent();
  assert.deepEqual(await match.written(), [lost.op_id, own]);
});

for (const [clock, years] of [
  ["on time", 0],
  ["set back by years", 20],
]) {
  test(`the newest matches and those with something unsent are kept (${clock})`, async (context) => {
    const match = await started();
    const acts = await match.acts();
    network.answer = offline;
    await match.addHands(97);
    const now = Date.now();
    context.mock.timers.enable({ apis: ["Date"], now });
    for (const number of Array(51).keys()) {
      if (number === 50) context.mock.timers.setTime(now - years * 365 * 86_400_000);
      await tab.keepMatch({ id: `${clock} ${number}`, acts });
    }
    const own = ({ id }) => id === match.id || id.startsWith(clock);
    const kept = (await tab.keptMatches()).filter(own).map(({ id }) => id);
    const newest = Array.from({ length: 50 }, (_, number) => `${clock} ${number + 1}`);
    assert.deepEqual(kept.sort(), [match.id, ...newest].sort());
    context.mock.timers.reset();
    network.answer = null;
    await match.sent();
  });
}

// --- two tabs ---

test("two tabs send the same hands and each is written once", async () => {
  const match = await started();
  network.answer = offline;
  const ids = await match.addHands(97, 100, 120);
  const other = match.in(await openTab());
  network.answer = null;
  await Promise.all([tab.sendNow(), other.tab.sendNow()]);
  await match.sent();
  assert.deepEqual(await other.unsent(), []);
  assert.deepEqual(await match.written(), ids);
  for (const one of [match, other]) {
    const saved = one.heard("saved").map(({ op }) => op.op_id);
    assert.deepEqual(
      saved.filter((op_id) => op_id !== match.start),
      ids,
    );
    assert.deepEqual(one.heard("refused"), []);
  }
});

test("a tab whose hand another tab saved hears nothing wrong", async () => {
  const match = await started();
  let refuse = null;
  network.answer = () => {
    network.answer = null;
    const problem = { type: "/api/v1/#problem-unauthorized", status: 401, request_id: "1" };
    const late = new Response(JSON.stringify(problem), { status: 401, headers: OURS });
    return new Promise((resolve) => {
      refuse = () => resolve(late);
    });
  };
  const ids = await match.addHands(97);
  await until(() => refuse);
  await openTab(); // sends what waits
  await match.sent();
  refuse();
  await until(() => match.heard("saved").some(({ op }) => op.op_id === ids[0]));
  assert.deepEqual(await match.written(), ids);
  assert.deepEqual(match.heard("refused"), []);
});
