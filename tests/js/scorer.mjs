// Lines of JSON answered by an engine: `score.mjs` with the engine left open.

import { randomUUID } from "node:crypto";

const MANY_DIGITS = 1000;
const STRINGS_AND_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MARK = randomUUID();
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// What answers a line's bytes by this engine.
export const scorer = (engine) => (bytes) => {
  let request = null;
  try {
    request = read(decoder.decode(bytes));
  } catch {
    // Not UTF-8, or no JSON: answered like null.
  }
  const reply = engine.answer(request);
  try {
    return JSON.stringify(reply, write).replace(MARKED, "$1");
  } catch {
    // An id such as 1e999, which JSON can say and not write.
    return JSON.stringify({ ok: false, problems: [{ code: "unknown", field: "id" }] });
  }
};

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
