// What a tap on a link does, for every kind of address and every state of the phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../../static/js/routes.js";

const HOME = "/m/abcdefghijklmnopqrstuv/";
const LATER = ["match", "hand", "void", "turned", "claim", "adjust"]; // come after the entry
const FLAGS = ["isWriting", "hasLedger", "hasLater", "isAlone", "isWaiting", "isOwn", "hasWorker"];

// The decisions where nothing is written and all code is here. `settled` is with the worker, then
// without it; nothing waits then.
const TABLE = `
  address                  | isOwn | settled | without | waiting | alone
  /                        | any   | browser | browser | follow  | browser
  ${HOME}change            | any   | browser | browser | follow  | browser
  ${HOME}hands/3/another   | any   | browser | browser | follow  | browser
  ${HOME}                  | no    | browser | follow  | follow  | show
  ${HOME}                  | yes   | show    | show    | show    | show
  ${HOME}#entry=3          | any   | browser | follow  | follow  | show
  ${HOME}hands/3           | any   | browser | follow  | follow  | show
  ${HOME}claim             | any   | show    | show    | show    | show
  ${HOME}adjust            | any   | browser | follow  | follow  | show
  ${HOME}hand              | any   | show    | show    | show    | show
  ${HOME}hand?op=12ab      | any   | show    | show    | show    | show
  ${HOME}hand?op=1&bid=90  | any   | browser | follow  | follow  | show
  ${HOME}hands/3/correct   | any   | show    | show    | show    | show
  ${HOME}hands/3/void      | any   | show    | show    | show    | show
  ${HOME}hands/3/turned/A  | any   | show    | show    | show    | show
`;

const [head, ...rows] = TABLE.trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()));

const STATES = Array.from({ length: 2 ** FLAGS.length }, (_, bits) =>
  Object.fromEntries(FLAGS.map((flag, place) => [flag, Boolean(bits & (1 << place))])),
);

function decision(address, { isWriting, hasLedger, hasLater, isWaiting, isOwn, ...state }) {
  const names = hasLater ? ["entry", ...LATER] : ["entry"];
  const views = Object.fromEntries(names.map((name) => [name, () => {}]));
  const match = { home: HOME, ledger: hasLedger ? {} : null, waiting: isWaiting ? [{}] : [] };
  // A form is being taken, or an operation is being written.
  const [form, current] = [isWriting && state.isAlone, isWriting && !state.isAlone];
  const all = { match, screen: { isOwn }, writing: { form, current }, views, ...state };
  return decide(new URL(address, "https://tefteri.test"), all);
}

function column({ isAlone, isWaiting, hasWorker }) {
  if (isAlone) return "alone";
  if (isWaiting) return "waiting";
  return hasWorker ? "settled" : "without";
}

const isReady = ({ isWriting, hasLedger, hasLater }) => !isWriting && hasLedger && hasLater;

for (const row of rows) {
  const [address, isOwn] = row;
  test(`a tap on ${address} does what the table says (own: ${isOwn})`, () => {
    const states = STATES.filter(
      (state) => isReady(state) && [state.isOwn ? "yes" : "no", "any"].includes(isOwn),
    );
    assert.equal(states.length, isOwn === "any" ? 16 : 8);
    for (const state of states) {
      const expected = row[head.indexOf(column(state))];
      assert.equal(decision(address, state), expected, JSON.stringify(state));
    }
  });
}

test("every tap waits while something is written", () => {
  for (const [address] of rows) {
    for (const state of STATES.filter(({ isWriting }) => isWriting)) {
      assert.equal(decision(address, state), "wait", `${address} ${JSON.stringify(state)}`);
    }
  }
});

test("the browser follows every link while the ledger is unknown", () => {
  for (const [address] of rows) {
    for (const state of STATES.filter((one) => !one.isWriting && !one.hasLedger)) {
      assert.equal(decision(address, state), "browser", `${address} ${JSON.stringify(state)}`);
    }
  }
});

// A view whose code is still to come is the server's; an entry is here from the start, and what no
// view shows needs no code.
test("the browser follows the link to a view that is not here yet", () => {
  const isEarly = (state) => !state.isWriting && state.hasLedger && !state.hasLater;
  for (const [address] of rows) {
    const isLate = address.startsWith(HOME) && !/hand(\?|$)|correct|another|change/.test(address);
    for (const state of STATES.filter(isEarly)) {
      const expected = isLate ? "browser" : decision(address, { ...state, hasLater: true });
      assert.equal(decision(address, state), expected, `${address} ${JSON.stringify(state)}`);
    }
  }
});
