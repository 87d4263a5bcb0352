// The end of a match, where one point more or less decides it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { claimWinner, PRESETS, standing, winnerAt } from "../../static/js/rules.js";

const { cafe, gamerules } = PRESETS;

test("exactly the target wins, and one less does not", () => {
  assert.equal(winnerAt({ A: 351, B: 350 }, "B", cafe), "A");
  assert.equal(winnerAt({ A: 350, B: 351 }, "A", cafe), "B");
  assert.equal(winnerAt({ A: 350, B: 350 }, "A", cafe), null);
});

test("both over: the higher total, or the bidder where there is one", () => {
  const bidderWins = { ...cafe, both_over: "bidder" };
  assert.equal(winnerAt({ A: 353, B: 356 }, "A", cafe), "B");
  assert.equal(winnerAt({ A: 353, B: 356 }, "A", bidderWins), "A");
  assert.equal(winnerAt({ A: 360, B: 355 }, undefined, bidderWins), "A");
  assert.equal(winnerAt({ A: 360, B: 360 }, "B", bidderWins), null);
});

test("a claim is good if it reaches exactly the target", () => {
  assert.equal(claimWinner({ side: "A", points: 11 }, { A: 340, B: 0 }, gamerules), "A");
  assert.equal(claimWinner({ side: "A", points: 10 }, { A: 340, B: 0 }, gamerules), "B");
});

test("a match that reached its target needs no word for its end", () => {
  const won = { bidder: "A", bid: 80, points: { A: 100 } };
  const near = { adjust: { A: 340 } };
  const entries = [near, won];
  const now = standing({ entries, rules: cafe, first_dealer: "A1", ended: { by: "hand" } });
  assert.deepEqual([now.winner, now.end, now.totals], ["A", "target", { A: 358, B: 6 }]);
});

test("entries behind the end count nothing and stay", () => {
  const won = { bidder: "A", bid: 80, points: { A: 100 } };
  const entries = [{ adjust: { A: 340 } }, won, { adjust: { A: -30, B: 400 } }, won];
  const now = standing({ entries, rules: cafe, first_dealer: "A1" });
  assert.deepEqual([now.winner, now.totals], ["A", { A: 358, B: 6 }]);
  assert.deepEqual(
    now.rows.map(({ counts, totals }) => [counts, totals.A]),
    [
      [true, 340],
      [true, 358],
      [false, 358],
      [false, 358],
    ],
  );
});
