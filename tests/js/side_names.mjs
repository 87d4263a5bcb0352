// `node tests/js/side_names.mjs`: what the sides are called on a phone of a side, as JSON Lines. A line
// is `{"speak": WORDS}` or `[SIDES, READER]`.

import { readFor, sideNames, speak } from "../../static/js/words.js";
import { answerLines } from "./lines.mjs";

await answerLines((bytes) => {
  const line = JSON.parse(bytes.toString());
  if (line.speak) return JSON.stringify(speak(line.speak) ?? null);
  const [sides, reader] = line;
  readFor(reader);
  const { A, B } = sideNames(sides);
  return JSON.stringify([A, B]);
});
