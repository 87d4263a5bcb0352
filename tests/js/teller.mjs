// What the parts of an engine say of hands and matches. The same questions are put to Python's in
// tests/rules/runtimes.py.

const PARTS = {
  hand: partsOfHand,
  rules: (engine, given) => engine.readRules(given),
  standing: standingOf,
  seats: partsOfSeats,
};

// What answers a line's bytes by this engine.
export const teller = (engine) => (bytes) => {
  const [part, given] = Object.entries(JSON.parse(bytes.toString()))[0];
  return JSON.stringify(PARTS[part](engine, given));
};

function partsOfHand(engine, given) {
  const { rules } = engine.readRules(given.rules);
  const contract = engine.readHand(given.hand, rules, { contractOnly: true });
  const { hand, problems } = engine.readHand(given.hand, rules);
  const known = { hand: engine.writeHand(hand), problems, contract: contract.problems };
  if (problems.length > 0 || hand.passed_out) return known;
  const declared = engine.scoreOfDeclarations(hand, rules);
  const codes = Object.values(hand.declarations ?? {}).flat();
  return {
    ...known,
    declared,
    ruling: engine.compareDeclarations(hand, rules),
    codes: codes.map((code) => engine.declarationCode(engine.readDeclaration(code))),
    made: engine.isMade(hand, rules, declared),
    towards_bid: engine.contractPoints(hand, rules, declared),
    cards: { A: engine.cardPoints(hand, "A", rules), B: engine.cardPoints(hand, "B", rules) },
    total: engine.total(rules, hand.trump),
    stake: engine.stakeOf(hand, rules),
    missing_point: engine.missingPoint(hand, rules),
  };
}

function standingOf(engine, given) {
  const kept = Object.entries(given.kept).map(([place, { hand, rules }]) => [
    place,
    { hand, rules: engine.readRules(rules).rules },
  ]);
  const { rules } = engine.readRules(given.rules);
  const now = engine.standing({ ...given, rules, kept: Object.fromEntries(kept) });
  const rows = now.rows.map((row) => ({ ...row, rules: row.rules === rules ? "ours" : "older" }));
  return { ...now, rows };
}

function partsOfSeats(engine, { seat, suit, bidder, hand, ...given }) {
  const { rules } = engine.readRules(given.rules);
  return {
    cut: engine.cutDealer(seat, suit, rules),
    leads: engine.leadingSide(seat, bidder, rules),
    with_leader: engine.withLeader(hand, seat, rules),
  };
}
