// `node tests/js/start.mjs`: what a match begins with by the form of a new one, and what is wrong with
// it, as JSON Lines.

import { headIn, wrongIn } from "../../static/js/start_form.js";
import { answerLines } from "./lines.mjs";

await answerLines((bytes) => {
  const head = headIn(new URLSearchParams(JSON.parse(bytes.toString())));
  const wrong = wrongIn(head).sort();
  const { started, ...told } = head;
  return JSON.stringify({ wrong, head: wrong.length > 0 ? null : told });
});
