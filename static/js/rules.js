// The rules of Pilotta on the phone: a second runtime of scorekeeper/rules/. Results and their reasons are
// explained there alone (docs/decisions/rules.md).

export { contractProblems, problems } from "./rules/checks.js";
export { answer, readHand, readRules, writeHand } from "./rules/codec.js";
export {
  compareDeclarations,
  declarationCode,
  declaredBy,
  FOURS,
  ORDERS,
  readDeclaration,
  rivals,
  scoreOfDeclarations,
  VALUES,
} from "./rules/declarations.js";
export {
  claimWinner,
  cutDealer,
  leadingSide,
  nextDealer,
  sideOf,
  standing,
  winnerAt,
  winnerFirst,
  withLeader,
} from "./rules/match.js";
export {
  HIGHEST_BID,
  HIGHEST_TARGET,
  KAPO,
  LOWEST_BID,
  LOWEST_TARGET,
  OTHER,
  SEATS,
  SIDES,
  SUITS,
  TRUMPS,
  total,
  VERSION,
} from "./rules/model.js";
export { PRESETS, SWITCHES } from "./rules/presets.js";
export {
  cardPoints,
  contractPoints,
  isMade,
  missingPoint,
  scoreHand,
  stakeOf,
  winnerTakesAll,
} from "./rules/scoring.js";
