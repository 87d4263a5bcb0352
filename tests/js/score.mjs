// `node tests/js/score.mjs`: JSON Lines in, JSON Lines out, as `python -m scorekeeper score` has them,
// by the engine of the phone. The answers are the same as JSON; what differs on the way:
//
// - an id's numbers come back as JavaScript writes them: 1.0 as 1, 1e2 as 100, -0.0 as 0;
// - text beyond ASCII comes back as it is, where Python writes \u escapes;
// - Python reads no line that is nested about a thousand deep (`not_json`); here one is read.

import { randomUUID } from "node:crypto";
import { answer } from "../../static/js/rules.js";
import { answerLines } from "./lines.mjs";

// More digits than these are no number to Python, but infinity.
const MANY_DIGITS = 1000;
const STRINGS_AND_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MARK = randomUUID();
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function answerLine(bytes) {
  let request = null;
  try {
    request = read(decoder.decode(bytes));
  } catch {
    // Not UTF-8, or no JSON: answered like null.
  }
  const reply = answer(request);
  try {
    return JSON.stringify(reply, write).replace(MARKED, "$1");
  } catch {
    // An id such as 1e999, which JSON can say and not write.
    return JSON.stringify({ ok: false, problems: [{ code: "unknown", field: "id" }] });
  }
}

// JSON.parse rounds a long number; to the engine it is a BigInt.
function read(text) {
  const request = JSON.parse(text);
  if (!/\d{16}/.test(text)) return request;
  const marked = text.replace(STRINGS_AND_NUMBERS, (part) => {
    const isLong = /^-?\d{16,}$/.test(part) && part.length < MANY_DIGITS;
    return isLong ? `"${MARK}${part}"` : part;
  });
  return JSON.parse(marked, (_, value) => {
    const isLong = typeof value === "string" && value.startsWith(MARK);
    return isLong ? BigInt(value.slice(MARK.length)) : value;
  });
}

function write(_, value) {
  if (typeof value === "bigint") return MARK + value;
  if (value === Infinity || value === -Infinity) throw new RangeError("no JSON");
  return value;
}

await answerLines(answerLine);
