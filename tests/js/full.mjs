// `node tests/js/full.mjs`: the server's acts of a match, how many acts wait on the phone, and the
// operation that each of them is: may one more be written, may it behind those, and may a stop?

import { checkAct } from "../../static/js/acting.js";
import { actOf, ledgerOf } from "../../static/js/ledger.js";
import { answerLines } from "./lines.mjs";

function answerLine(bytes) {
  const [acts, waiting, op] = JSON.parse(bytes.toString());
  const operation = (number) => ({ op_id: String(number).padStart(32, "0"), op });
  const own = Array.from({ length: waiting }, (_, number) => actOf(operation(number)));
  const before = ledgerOf([...acts, ...own]);
  const after = ledgerOf([...acts, ...own, actOf(operation(waiting))]);
  const next = operation(waiting + 1);
  return JSON.stringify({
    before: checkAct(before, next),
    after: checkAct(after, next),
    stop: checkAct(after, { ...next, op: { op: "stop" } }),
  });
}

await answerLines(answerLine);
