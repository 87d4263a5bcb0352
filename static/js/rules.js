// The rules of Pilotta on the phone: what scorekeeper/rules/ says, hand for hand and line for line.
// The server's score stands; the tests hold this one against it (docs/decisions.md).

export { contractProblems, problems } from "./rules/checks.js";
export { answer, readHand, readRules, writeHand } from "./rules/codec.js";
export {
  compareDeclarations,
  declarationCode,
  readDeclaration,
  scoreOfDeclarations,
} from "./rules/declarations.js";
export {
  claimWinner,
  cutDealer,
  leadingSide,
  nextDealer,
  sideOf,
  standing,
  winnerAt,
  withLeader,
} from "./rules/match.js";
export { OTHER, SEATS, SIDES, SUITS, TRUMPS, total, VERSION } from "./rules/model.js";
export { PRESETS, SWITCHES } from "./rules/presets.js";
export {
  cardPoints,
  contractPoints,
  isMade,
  missingPoint,
  scoreHand,
  stakeOf,
} from "./rules/scoring.js";
