// Hands go in and out as JSON, and nothing that was given is changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  PRESETS,
  problems,
  readHand,
  readRules,
  scoreHand,
  standing,
  writeHand,
} from "../../static/js/rules.js";

const HAND = {
  bidder: "A",
  bid: 90,
  points: { A: 97, B: null },
  doubled: 1,
  declarations: { A: ["run3:A"], B: [] },
  leader: null,
  passed_out: false,
};
const WRITTEN = { bidder: "A", bid: 90, points: { A: 97 }, declarations: { A: ["run3:A"] } };

test("a hand that was read is written without what it does not say", () => {
  assert.deepEqual(readHand(HAND, PRESETS.cafe).hand, WRITTEN);
  assert.deepEqual(writeHand(HAND), WRITTEN);
});

test("a hand is scored as it was told or as it was written", () => {
  assert.deepEqual(scoreHand(HAND, PRESETS.cafe), scoreHand(WRITTEN, PRESETS.cafe));
});

test("a hand that says × 1 is not doubled", () => {
  const equalDigits = { bidder: "A", bid: 80, points: { A: 86 }, doubled: 1 };
  assert.deepEqual(problems(HAND, PRESETS.kypros), []);
  assert.deepEqual(
    problems(equalDigits, PRESETS.openclose).map(({ code }) => code),
    ["tie_point_needed"],
  );
  assert.equal(problems({ ...equalDigits, doubled: 2 }, PRESETS.openclose).length, 0);
});

test("beside passed out nothing may be said", () => {
  assert.deepEqual(problems({ passed_out: true, bid: null }, PRESETS.cafe), []);
  assert.deepEqual(problems({ passed_out: true, trump: "clubs", bid: 90 }, PRESETS.cafe), [
    { code: "unknown", field: "bid" },
    { code: "unknown", field: "trump" },
  ]);
});

test("reading and scoring change nothing of what they are given", () => {
  const told = structuredClone(HAND);
  const { hand } = readHand(told, PRESETS.cafe);
  hand.declarations.A.push("nines");
  standing({ entries: [told], rules: PRESETS.cafe, first_dealer: "A1" });
  assert.deepEqual(told, HAND);
});

test("nobody turns a switch of a preset for all others", () => {
  assert.throws(() => {
    PRESETS.cafe.target = 151;
  }, TypeError);
  const { rules } = readRules({ preset: "cafe", target: 151 });
  assert.equal(rules.target, 151);
  assert.equal(PRESETS.cafe.target, 351);
});

test("a match that is not over has no word for its end", () => {
  const now = standing({ entries: [], rules: PRESETS.cafe, first_dealer: "B2" });
  assert.deepEqual(now, {
    rows: [],
    totals: { A: 0, B: 0 },
    number: 1,
    dealer: "B2",
    winner: null,
    end: null,
  });
});
