// `node tests/js/read.mjs`: lines read as hands, or their faults, as JSON Lines.

import { readLine } from "../../static/js/lines/reader.js";
import { answerLines } from "./lines.mjs";

await answerLines((bytes) => JSON.stringify(readLine(JSON.parse(bytes.toString()))));
