// `node tests/js/side_names.mjs`: what the sides are called on a phone of side B, as JSON Lines.

import { namesGiven, readFor } from "../../static/js/words.js";
import { answerLines } from "./lines.mjs";

readFor("B");
await answerLines((bytes) => {
  const { A, B } = namesGiven(JSON.parse(bytes.toString()));
  return JSON.stringify([A, B]);
});
