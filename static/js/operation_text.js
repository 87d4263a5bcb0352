// An operation in words, with all that it takes to write it again by hand.

import { stateOf } from "./outbox.js";
import { readDeclaration, SIDES } from "./rules.js";
import * as words from "./words.js";

// Its line already says these, or they are no part of what was played.
const SAID =
  "op create hand contract adjust reason hand_id before seq score scored known_revision".split(" ");
const IN_CONTRACT = ["passed_out", "bidder", "bid", "trump", "doubled"];
const OF_A_SIDE = ["points", "declarations", "pilotta", "pilotta_failed", "kapo"];

// One line for each, behind what it says in the list.
export async function linesInFull(ops, lineOf, vocabulary) {
  await words.loadWords(vocabulary);
  const lines = [];
  for (const one of ops) {
    const names = await namesOf(one.match);
    lines.push([lineOf(one), ...detailsOf(one.op, names)].join(" · "));
  }
  return lines;
}

async function namesOf(match) {
  const { acts, ops, side } = await stateOf(match);
  const started = acts[0]?.data;
  const create = ops.find(({ op }) => op.create)?.op.create;
  const { sides } = started ?? create ?? {};
  return sides ? words.readAs(side, () => words.sideNames(sides)) : words.defaultSideNames();
}

function detailsOf(op, names) {
  const hand = op.hand ?? {};
  const bySide = SIDES.map((side) => ofSide(hand, side));
  const told = SIDES.map((side, place) => bySide[place] && `${names[side]}: ${bySide[place]}`);
  const others = [
    ...Object.entries(hand).filter(([name]) => ![...IN_CONTRACT, ...OF_A_SIDE].includes(name)),
    ...Object.entries(op).filter(([name]) => !SAID.includes(name)),
  ];
  return [...told.filter(Boolean), ...others.map(([name, value]) => other(name, value, names))];
}

// A field and its value in words: a side by its name; a field that has no word by its value alone.
function other(name, value, names) {
  const told = names[value] ?? (value === "nobody" ? "–" : value);
  return words.isSaid("field", name) ? `${words.say("field", name)}: ${told}` : told;
}

function ofSide({ points, declarations, pilotta, pilotta_failed, kapo }, side) {
  const told = [
    points?.[side] !== undefined && `${words.say("title", "cards")} ${points[side]}`,
    ...(declarations?.[side] ?? []).map((code) => words.declarationName(readDeclaration(code))),
    pilotta === side && words.say("title", "pilotta"),
    pilotta_failed === side && words.say("title", "pilotta_failed"),
    kapo === side && words.kapoWord(),
  ];
  return told.filter(Boolean).join(", ");
}
