// `node tests/js/hand_preview.mjs`: what an entry form is worth, and how a hand would have been typed, as JSON
// Lines. The twin of tests/web/wild_forms.py.

import {
  contractData,
  fields,
  handData,
  handToSave,
  previewOf,
} from "../../static/js/hand_preview.js";
import { readRules, writeHand } from "../../static/js/rules.js";
import { answerLines } from "./lines.mjs";

function answerLine(bytes) {
  const { typed, hand, rules: named, dealer, typing } = JSON.parse(bytes.toString());
  const { rules } = readRules(named);
  const told = hand ? fields(hand, rules).sort() : previewData(typed, rules, dealer, typing);
  return JSON.stringify(told);
}

function previewData(typed, rules, dealer, typing) {
  const form = new URLSearchParams(typed);
  const preview = previewOf(form, { rules, dealer }, { typing });
  return {
    contract: contractData(form),
    data: handData(form, rules),
    ...preview,
    hand: writeHand(preview.hand),
    missing: [...preview.missing].sort(),
    kept: preview.isReady && preview.score ? handToSave(form, preview.hand, rules) : null,
  };
}

await answerLines(answerLine);
