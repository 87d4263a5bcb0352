// `node tests/js/words.mjs`: what the phone says, as tests/explain/hands.py says it in Python. A line is
// `{"speak": WORDS}`, `{"hand": …, "rules": …, "names": …}`, `{"say": FUNCTION, "of": ARGUMENTS}`, or
// `{"used": true}`: the words that were said so far, each `table.key`.

import { readHand, readRules, scoreHand } from "../../static/js/rules.js";
import { actName } from "../../static/js/view_values/latest_act.js";
import * as explanation from "../../static/js/words/explanation.js";
import * as module from "../../static/js/words.js";
import { answerLines } from "./lines.mjs";

const words = { ...module, actName, ...explanation };
const used = new Set();

// The words, which remember what was said of them.
function watched(tables) {
  const watch = (table, texts) =>
    new Proxy(texts, {
      get(_, key) {
        used.add(`${table}.${key}`);
        return texts[key];
      },
    });
  return Object.fromEntries(
    Object.entries(tables).map(([table, texts]) => [table, watch(table, texts)]),
  );
}

function told({ hand: json, rules: told, names }) {
  const { rules } = readRules(told);
  const { hand, problems } = readHand(json, rules);
  const contract = words.contractWords(hand, rules);
  const wrong = problems.map((problem) => words.problemText(problem, hand, rules));
  if (problems.length > 0) return { contract, wrong };
  const given = [hand, scoreHand(hand, rules), rules, names];
  return {
    contract,
    wrong,
    headline: words.headline(...given),
    summary: words.summary(...given),
    explained: words.explain(...given),
    rows: words.explainInRows(...given),
    unscored: words.unscored(...given),
  };
}

function answer(asked) {
  if (asked.speak) return words.speak(watched(asked.speak)) ?? null;
  if (asked.used) return [...used].sort();
  return asked.say ? words[asked.say](...asked.of) : told(asked);
}

await answerLines((line) => JSON.stringify(answer(JSON.parse(line))));
