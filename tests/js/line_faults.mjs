// `node tests/js/line_faults.mjs`: what is wrong with a line, in the words that come with it, as JSON Lines.

import { faultText, readLine } from "../../static/js/lines/reader.js";
import { answerLines } from "./lines.mjs";

await answerLines((bytes) => {
  const { line, words, writer } = JSON.parse(bytes.toString());
  return JSON.stringify(faultText(words, readLine(line, writer).fault));
});
