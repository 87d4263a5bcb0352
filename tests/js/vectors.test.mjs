// Every row of the tables in tests/rules/vectors, by the engine of the phone. tests/rules/test_runtimes.py
// runs this and counts the rows that were given.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { PRESETS, readHand, readRules, scoreHand } from "../../static/js/rules.js";

const FOLDER = new URL("../rules/vectors/", import.meta.url);

function tables() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.map((name) => [
    name.slice(0, -".json".length),
    JSON.parse(readFileSync(new URL(name, FOLDER), "utf-8")),
  ]);
}

// The engine's answer in the words of a vector.
function ruling(json, told) {
  const { rules, problems: wrong } = readRules(json);
  const { hand, problems } = wrong.length > 0 ? { problems: wrong } : readHand(told, rules);
  if (problems.length > 0) {
    return { problems: problems.map(({ code, field }) => `${code} ${field}`) };
  }
  const { made, A, B, lines } = scoreHand(hand, rules);
  const words = lines.map(({ side, points, rule }) => `${side} ${points} ${rule}`);
  return { score: [A, B], made, lines: words };
}

for (const [table, { rows }] of tables()) {
  for (const row of rows) {
    test(`row ${table}-${row.id}`, () => {
      const given = ruling(row.rules ?? table, row.hand);
      for (const part of ["score", "made", "lines", "problems"]) {
        if (part in row) assert.deepEqual(given[part], row[part], row.why);
      }
      assert.equal("problems" in given, "problems" in row, row.why);
    });
  }
}

test("every preset has its own table", () => {
  const named = new Set(tables().map(([table]) => table));
  assert.deepEqual(named, new Set([...Object.keys(PRESETS), "house"]));
});
