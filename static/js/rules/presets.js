// As scorekeeper/rules/presets.py. Of a switch the café table's value stands first.

/** @type {{[Name in keyof Switches]: Switches[Name][]}} */
export const SWITCHES = {
  unit: ["tenths", "points"],
  six_six: ["more_points", "bidder", "ask"],
  extras_count: [true, false],
  stake: [true, false],
  stake_to: ["contract", "more_points"],
  failed_declarations: ["defence", "bidder", "nobody"],
  failed_pilotta: ["defence", "holder"],
  kapo_bonus: [88, 0, 90, 100],
  kapo_when_doubled: ["full", "plain"],
  reversed_extras: ["as_failed", "nobody"],
  doubling: ["stake", "off", "all"],
  kapo_bid: [true, false],
  bid_step: [10, 5, 1],
  trumps: ["suits", "with_none_all"],
  none_total: [162, 130],
  all_total: [258, 162],
  none_all_bonus: [0, 50, 80],
  declaration_order: ["natural", "cards"],
  four_beats_run: [true, false],
  declaration_tie: ["nobody", "leader"],
  trump_breaks_tie: [true, false],
  pilotta_failed_penalty: [0, 20],
  both_over: ["higher", "bidder"],
  claim: [false, true],
  plays: ["right", "left"],
  deal_passes: ["right", "left"],
  pass_out: ["next", "same"],
  leads: ["eldest", "bidder"],
  pass_is_final: [true, false],
  overtrump: ["always", "ruffing", "no"],
};

const FIRST = Object.entries(SWITCHES).map(([name, values]) => [name, values[0]]);
/** @type {Omit<Rules, "preset">} */
const CAFE = { version: 1, target: 351, ...Object.fromEntries(FIRST) };

/** @type {Record<string, Partial<Rules>>} */
const DIFFERENCES = {
  cafe: {},
  kypros: { doubling: "off", kapo_bid: false, pass_is_final: false },
  wikipedia: { failed_pilotta: "holder", doubling: "off", kapo_bid: false, deal_passes: "left" },
  gamerules: {
    extras_count: false,
    stake_to: "more_points",
    failed_declarations: "bidder",
    failed_pilotta: "holder",
    doubling: "off",
    kapo_bid: false,
    claim: true,
    deal_passes: "left",
    pass_out: "same",
    leads: "bidder",
    overtrump: "ruffing",
  },
  cardrules: {
    unit: "points",
    stake: false,
    failed_declarations: "nobody",
    kapo_bonus: 90,
    doubling: "all",
    kapo_bid: false,
    trumps: "with_none_all",
    none_all_bonus: 50,
    declaration_order: "cards",
    declaration_tie: "leader",
    trump_breaks_tie: false,
    pilotta_failed_penalty: 20,
    pass_out: "same",
    overtrump: "ruffing",
  },
  simple: {
    unit: "points",
    stake: false,
    kapo_bonus: 0,
    doubling: "off",
    kapo_bid: false,
    trumps: "with_none_all",
    none_total: 130,
    target: 151,
    plays: "left",
    deal_passes: "left",
    overtrump: "no",
  },
  online: { six_six: "bidder", four_beats_run: false, target: 201 },
  openclose: {
    six_six: "ask",
    failed_declarations: "bidder",
    failed_pilotta: "holder",
    kapo_when_doubled: "plain",
    reversed_extras: "nobody",
    kapo_bid: false,
    target: 301,
  },
  palaristi: { bid_step: 1 },
};

/** @type {Record<string, Readonly<Rules>>} */
export const PRESETS = Object.fromEntries(
  Object.entries(DIFFERENCES).map(([preset, differences]) => [
    preset,
    Object.freeze({ preset, ...CAFE, ...differences }),
  ]),
);
