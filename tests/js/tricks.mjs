// `node tests/js/tricks.mjs`: what a pile of cards is worth, as JSON Lines.

import { count } from "../../static/js/tricks.js";
import { answerLines } from "./lines.mjs";

await answerLines((bytes) => {
  const { pile, values } = JSON.parse(bytes.toString());
  return JSON.stringify(count(pile, values));
});
