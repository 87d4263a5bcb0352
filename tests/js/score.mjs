// `node tests/js/score.mjs`: JSON Lines in, JSON Lines out, as `python -m scorekeeper score` has them,
// by the engine of the phone. The answers are the same as JSON; what differs on the way:
//
// - an id's numbers come back as JavaScript writes them: 1.0 as 1, 1e2 as 100, -0.0 as 0;
// - text beyond ASCII comes back as it is, where Python writes \u escapes;
// - Python reads no line that is nested about a thousand deep (`not_json`); here one is read.

import * as engine from "../../static/js/rules.js";
import { answerLines } from "./lines.mjs";
import { scorer } from "./scorer.mjs";

await answerLines(scorer(engine));
