// `node tests/js/names.mjs`: names made tidy, and whether they fit, as JSON Lines.

import { isFitName, shorten, tidyName } from "../../static/js/names.js";
import { answerLines } from "./lines.mjs";

await answerLines((bytes) => {
  const name = tidyName(JSON.parse(bytes.toString()));
  return JSON.stringify([name, isFitName(name), shorten(name, 10)]);
});
