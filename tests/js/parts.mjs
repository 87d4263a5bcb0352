// `node tests/js/parts.mjs`: what the engine's parts say of hands and matches, as JSON Lines.

import * as engine from "../../static/js/rules.js";
import { answerLines } from "./lines.mjs";
import { teller } from "./teller.mjs";

await answerLines(teller(engine));
