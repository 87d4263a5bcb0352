// `node tests/js/parts.mjs`: what the engine's parts say of hands and matches, as JSON Lines. The same
// questions are put to Python's engine in tests/rules/parts.py.

import {
  cardPoints,
  compareDeclarations,
  contractPoints,
  cutDealer,
  declarationCode,
  isMade,
  leadingSide,
  missingPoint,
  readDeclaration,
  readHand,
  readRules,
  scoreOfDeclarations,
  stakeOf,
  standing,
  total,
  withLeader,
  writeHand,
} from "../../static/js/rules.js";
import { answerLines } from "./lines.mjs";

const PARTS = { hand: partsOfHand, rules: readRules, standing: standingOf, seats: partsOfSeats };

function answerLine(bytes) {
  const [part, given] = Object.entries(JSON.parse(bytes.toString()))[0];
  return JSON.stringify(PARTS[part](given));
}

function partsOfHand(given) {
  const { rules } = readRules(given.rules);
  const contract = readHand(given.hand, rules, { contractOnly: true });
  const { hand, problems } = readHand(given.hand, rules);
  const known = { hand: writeHand(hand), problems, contract: contract.problems };
  if (problems.length > 0 || hand.passed_out) return known;
  const declared = scoreOfDeclarations(hand, rules);
  const codes = Object.values(hand.declarations ?? {}).flat();
  return {
    ...known,
    declared,
    ruling: compareDeclarations(hand, rules),
    codes: codes.map((code) => declarationCode(readDeclaration(code))),
    made: isMade(hand, rules, declared),
    towards_bid: contractPoints(hand, rules, declared),
    cards: { A: cardPoints(hand, "A", rules), B: cardPoints(hand, "B", rules) },
    total: total(rules, hand.trump),
    stake: stakeOf(hand, rules),
    missing_point: missingPoint(hand, rules),
  };
}

function standingOf(given) {
  const kept = Object.entries(given.kept).map(([place, { hand, rules }]) => [
    place,
    { hand, rules: readRules(rules).rules },
  ]);
  const { rules } = readRules(given.rules);
  const now = standing({ ...given, rules, kept: Object.fromEntries(kept) });
  const rows = now.rows.map((row) => ({ ...row, rules: row.rules === rules ? "ours" : "older" }));
  return { ...now, rows };
}

function partsOfSeats({ seat, suit, bidder, hand, ...given }) {
  const { rules } = readRules(given.rules);
  return {
    cut: cutDealer(seat, suit, rules),
    leads: leadingSide(seat, bidder, rules),
    with_leader: withLeader(hand, seat, rules),
  };
}

await answerLines(answerLine);
