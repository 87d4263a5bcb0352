// Reads an array of `[program, line]` and then, line by line, the address of a changed engine; says
// whether it answers all of them as the engine does that nobody changed.

import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import * as engine from "../../static/js/rules.js";
import { scorer } from "../js/scorer.mjs";
import { teller } from "../js/teller.mjs";

const PROGRAMS = { "score.mjs": scorer, "parts.mjs": teller };

let asked = null;

function ask(lines) {
  return lines.map(([program, line]) => {
    const bytes = Buffer.from(line);
    return { program, bytes, right: PROGRAMS[program](engine)(bytes) };
  });
}

async function answersRightly(address) {
  try {
    const changed = await import(address);
    const programs = Object.fromEntries(
      Object.entries(PROGRAMS).map(([name, program]) => [name, program(changed)]),
    );
    return asked.every(({ program, bytes, right }) => isSame(programs[program](bytes), right));
  } catch {
    return false; // it does not even run
  }
}

const isSame = (given, right) =>
  given === right || isDeepStrictEqual(JSON.parse(given), JSON.parse(right));

for await (const line of createInterface({ input: process.stdin })) {
  if (asked) console.log(await answersRightly(line));
  else asked = ask(JSON.parse(line));
}
