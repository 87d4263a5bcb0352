// `node tests/js/read.mjs`: lines read as hands, or their faults, as JSON Lines. A question is a line, or
// `[LINE, WRITER]`.

import { readLine } from "../../static/js/lines/reader.js";
import { answerLines } from "./lines.mjs";

await answerLines((bytes) => JSON.stringify(readLine(...[JSON.parse(bytes.toString())].flat())));
