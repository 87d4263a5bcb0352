// `node tests/js/syllables.mjs`: texts with soft hyphens, as JSON Lines.

import { syllables } from "../../static/js/names.js";
import { answerLines } from "./lines.mjs";

await answerLines((bytes) => JSON.stringify(syllables(JSON.parse(bytes.toString()))));
