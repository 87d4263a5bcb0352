// The last act in words, as the list of unsent operations has it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { saysOf } from "../../../static/js/view_values/latest_act.js";
import { speak } from "../../../static/js/words.js";

speak({ act: { penalty: "Penalty" } });

function saysOfPenalty(reason) {
  const act = { id: 2, kind: "adjusted", data: { adjust: { B: -10 }, reason } };
  const rows = [{ id: 2, number: null, entry: act.data }];
  return saysOf({ acts: [act], rows, undone: new Set() }, {});
}

test("a penalty without words says its kind once", () => {
  assert.equal(saysOfPenalty("Penalty"), "Penalty: 0 −10");
});

test("a penalty with words says its kind, then these", () => {
  assert.equal(saysOfPenalty("Penalty: came late"), "Penalty: 0 −10 · came late");
});
