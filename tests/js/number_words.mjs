// `node tests/js/number_words.mjs`: a line is [NUMBER, LANGUAGE]; the answer is the number in words.

import { spell } from "../../static/js/words/spoken.js";
import { answerLines } from "./lines.mjs";

await answerLines((line) => JSON.stringify(spell(...JSON.parse(line))));
