// `node tests/js/spoken.mjs`: a line is [SAID, WORDS]; the answer is what a voice says of it.

import { spokenScore } from "../../static/js/words/spoken.js";
import { answerLines } from "./lines.mjs";

await answerLines((line) => JSON.stringify(spokenScore(...JSON.parse(line))));
