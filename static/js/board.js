// What of a match stands where in the phone's views (templates/phone): values by their names there.

import { ledgerOf } from "./ledger.js";
import { cardPoints, SIDES, sideOf } from "./rules.js";
import * as words from "./words.js";

export const isUnsent = (id) => typeof id === "string";

const bySide = (key, of) => Object.fromEntries(SIDES.map((side) => [`${key}_${side}`, of(side)]));

// The state of what was written last: saved, or on this phone.
const stateOf = (id) => ({ is_saved: !isUnsent(id), is_unsent: isUnsent(id) });

export const namesIn = ({ head }) => words.sideNames(head.sides);

// The player who deals, or the seat.
const dealerIn = (ledger, seat) => words.seatName(seat, namesIn(ledger), playerAt(ledger, seat));

const dealsIn = (ledger, seat) => words.dealsText(seat, namesIn(ledger), playerAt(ledger, seat));

const playerAt = ({ head }, seat) => head.sides[sideOf(seat)].players?.[seat[1] - 1];

// What the act wrote; of an undoing, what it undid.
function nameOf(act, ledger) {
  if (act.kind === "undone") {
    return nameOf(
      ledger.acts.find(({ id }) => id === act.data.seq),
      ledger,
    );
  }
  return words.actName(act, numberOf(act.data.hand_id ?? act.id, ledger));
}

// The hand's number; if it does not stand, the one it would have.
function numberOf(id, { rows, acts }) {
  const row = rows.find((one) => one.id === id);
  if (row) return row.number;
  const place = (wanted) => acts.findIndex((act) => act.id === wanted);
  return 1 + rows.filter((one) => one.number && place(one.id) < place(id)).length;
}

// The row of the hand that the last act wrote or corrected, if it did.
export function lastRowOf({ acts, rows }) {
  const { id, data } = acts.at(-1);
  return rows.find((row) => row.id === (data.hand_id ?? id));
}

// What was written last, for the list of what is unsent: `Hand 3: Them 10 ♥ · 0 – 26`. `undone` is said
// of what an undoing undid.
export function saysOf(ledger, undone) {
  const act = ledger.acts.at(-1);
  const row = lastRowOf(ledger);
  const name = nameOf(act, ledger);
  if (act.kind === "undone") return `${name}: ${undone}`;
  const { contract, adjust, reason } = act.data;
  if (contract) return `${name}: ${contractIn(contract, ledger)}`;
  if (adjust)
    return `${name}: ${words.scoreText(adjust.A ?? 0)} ${words.scoreText(adjust.B ?? 0)} · ${reason}`;
  const hand = row?.number && row.entry;
  if (!hand) return name;
  const [A, B] = SIDES.map((side) => words.numberText(row.score[side]));
  return `${name}: ${contractIn(hand, ledger)} · ${A} – ${B}`;
}

function contractIn(hand, ledger) {
  const bidder = hand.bidder ? `${namesIn(ledger)[hand.bidder]} ` : "";
  return `${bidder}${words.contractWords(hand, ledger.rules)}`;
}

function contractValues(hand, rules, made) {
  if (!hand || hand.passed_out) return { passed: hand };
  const spaced = (text) => (text ? ` ${text}` : "");
  return {
    bid: words.bidText(hand.bid, rules),
    trump: hand.trump,
    glyph: words.trumpGlyph(hand.trump),
    trump_name: hand.trump && words.trumpName(hand.trump),
    doubled: spaced(words.doubledText(hand.doubled ?? 1)),
    kapo: spaced(words.kapoText(hand)),
    failed: made === false,
    bid_stands: made !== false,
    is_called: true,
    from_us: hand.bidder === "A",
    from_them: hand.bidder === "B",
  };
}

// A comparison stays on one line.
const unbroken = (text) => text.replace(/ ([≥<]) /, "\u00a0$1\u00a0");

const touchedBy = (acts) => new Set(acts.flatMap(({ id, data }) => [id, data.hand_id]));

export function matchValues(ledger, home) {
  const names = namesIn(ledger);
  const touched = touchedBy(ledger.acts.filter(({ id }) => isUnsent(id)));
  const { totals, rules, winner, end, number, undoing, last, ended, open } = ledger;
  const marks = { touched, corrected: correctedIn(ledger) };
  const rows = ledger.rows.map((row) => ({
    ...rowValues(row, names, marks, ledger),
    href: isUnsent(row.id) ? `${home}#entry=${row.id}` : addressOf(row, home),
  }));
  const digits = bySide("digits", (side) => String(totals[side]).length);
  return {
    ...names,
    ...bySide("total", (side) => words.numberText(totals[side])),
    ...digits,
    ...bySide("won", (side) => (winner === side ? "won" : "")),
    target: rules.target,
    rules: words.rulesName(rules),
    digits: Math.max(...Object.values(digits), String(rules.target).length),
    rows,
    open: open ? [openValues(ledger, names)] : [],
    is_empty: rows.length === 0 && !open,
    some_after_end: rows.some(({ after_end }) => after_end),
    undo: last?.id,
    bring_back: undoing?.id,
    undone: undoing && nameOf(undoing, ledger),
    last: last && !undoing && nameOf(last, ledger),
    ...stateOf(ledger.played),
    number,
    deals: dealsIn(ledger, ledger.dealer),
    plays: !end,
    is_over: end,
    winner: winner && names[winner],
    winner_is: { A: "us", B: "them" }[winner] ?? "",
    is_stopped: end && !winner,
    claimed: end === "claim" && names[ended.side],
    claimed_points: ended?.points,
    open_contract: !end && open,
    no_contract: !end && !open,
    may_claim: rules.claim && !end,
    may_reopen: end === "hand" || end === "claim",
  };
}

// The ids of what is another than was first written.
function correctedIn({ acts, undone }) {
  const corrections = acts.filter(({ id, kind }) => kind === "corrected" && !undone.has(id));
  return new Set(corrections.map(({ data }) => data.hand_id));
}

// Where the server explains it.
const addressOf = ({ id, number }, home) => `${home}${number ? "hands" : "adjustments"}/${id}`;

function rowValues(row, names, { touched, corrected }, ledger) {
  const { entry, score, number, totals, counts } = row;
  const scores = score ?? entry.adjust;
  return {
    id: row.id,
    class: number ? (counts ? "" : "after-end") : "adjustment",
    number: number ?? "±",
    is_unsent: touched.has(row.id),
    is_corrected: corrected.has(row.id),
    is_hand: number,
    bidder: entry.bidder ? `, ${names[entry.bidder]}` : "",
    ...contractValues(number && entry, row.rules, score?.made),
    reason: entry.reason,
    is_adjustment: !number && !entry.reason,
    ...bySide("score", (side) => words.scoreText(scores[side] ?? 0)),
    ...bySide("total", (side) => words.numberText(totals[side])),
    after_end: !counts,
    is_wrong: ledger.wrong.has(row.id),
  };
}

function openValues({ open, rules, number }, names) {
  return { number, ...calledValues(open, rules, names) };
}

export function handValues(ledger, row) {
  const names = namesIn(ledger);
  const { scored, score, rules, number } = row;
  const wrong = ledger.wrong.get(row.id);
  const points = scored.passed_out ? [] : SIDES.map((side) => cardPoints(scored, side, rules));
  const touched = touchedBy(ledger.acts.filter(({ id }) => isUnsent(id)));
  return {
    ...names,
    id: row.id,
    number,
    ...bySide("score", (side) => words.numberText(score[side])),
    bidder: names[scored.bidder],
    ...contractValues(scored, rules, null), // the headline says whether it failed
    headline: unbroken(words.headline(scored, score, rules, names)),
    rules: words.rulesName(rules),
    points: points.length > 0 ? ` · ${points.join(" – ")}` : "",
    dealer: dealerIn(ledger, row.dealer),
    ...stateOf(touched.has(row.id) ? "" : row.id),
    lines: words
      .explainInRows(scored, score, rules, names)
      .map(({ points: own, ...line }, place) => ({
        ...line,
        ...bySide("points", (side) => partText(own[side], place)),
      })),
    unscored: words.unscored(scored, score, rules, names).map((text) => ({ text })),
    wrong: wrong && words.problemText(wrong[0], row.entry, ledger.rules),
    after_end: !row.counts,
  };
}

// What a line gives a side; with a plus what comes on top of the first.
const partText = (points, place) =>
  points === null ? "" : `${place && points > 0 ? "+" : ""}${words.numberText(points)}`;

export function adjustmentValues(ledger, row) {
  const { adjust, reason } = row.entry;
  const touched = touchedBy(ledger.acts.filter(({ id }) => isUnsent(id)));
  return {
    ...namesIn(ledger),
    id: row.id,
    reason,
    ...bySide("score", (side) => words.scoreText(adjust[side] ?? 0)),
    ...bySide("total", (side) => words.numberText(row.totals[side])),
    ...stateOf(touched.has(row.id) ? "" : row.id),
  };
}

// --- what an act would change ---

export function changeValues(ledger, act) {
  const names = namesIn(ledger);
  const after = ledgerOf([...ledger.acts, act]);
  const { kind, data } = act;
  const about = data.hand_id;
  const [old, fresh] = [
    ledger.rows.find(({ id }) => id === about),
    after.rows.find(({ id }) => id === (about ?? after.played)),
  ];
  const versions = (row) => (row ? [versionValues(row)] : []);
  const differences = differencesOf(ledger, after);
  return {
    ...names,
    number: (fresh ?? old)?.number,
    versions: old || fresh,
    old: versions(old),
    new: versions(fresh),
    is_void: kind === "voided",
    is_correct: kind === "corrected",
    is_insert: kind === "inserted",
    is_adjust: kind === "adjusted",
    wins: after.winner && after.winner !== ledger.winner && names[after.winner],
    goes_on: ledger.end && !after.end,
    differences,
    changes: differences.length > 0,
    no_change: differences.length === 0,
  };
}

function versionValues({ entry, rules, score, number }) {
  return {
    ...contractValues(number && entry, rules, score?.made),
    reason: entry.reason,
    ...bySide("score", (side) => words.scoreText((score ?? entry.adjust)[side] ?? 0)),
  };
}

function differencesOf(before, after) {
  const ids = after.rows.map(({ id }) => id);
  before.rows.forEach(({ id }, place) => {
    if (ids.includes(id)) return;
    const previous = ids.indexOf(before.rows[place - 1]?.id);
    ids.splice(previous + 1, 0, id);
  });
  const found = ids.map((id) =>
    [before, after].map(({ rows }) => rows.find((row) => row.id === id)),
  );
  return found
    .filter(([old, fresh]) => seen(old) !== seen(fresh) && (old?.counts || fresh?.counts))
    .map(([old, fresh]) => ({
      numbers: [...new Set([old, fresh].map((row) => row?.number).filter(Boolean))].join(" → "),
      is_adjustment: !(old ?? fresh).number,
      ...standingValues("old", old),
      ...standingValues("new", fresh),
    }));
}

const seen = (row) =>
  row &&
  JSON.stringify([row.number, row.score?.A, row.score?.B, row.score?.made, row.totals, row.counts]);

function standingValues(key, row) {
  if (!row?.counts) return { [`${key}_totals`]: "–" };
  const scores = row.score ?? row.entry.adjust;
  return {
    [`${key}_scores`]: SIDES.map((side) => words.scoreText(scores[side] ?? 0)).join(" "),
    [`${key}_totals`]: SIDES.map((side) => words.numberText(row.totals[side])).join(" – "),
  };
}

// --- the entry ---

export function entryValues(ledger, place) {
  const { rules } = ledger;
  const names = namesIn(ledger);
  const bids = {};
  for (let bid = 80; bid <= 400; bid += 10) bids[`bid:${bid}`] = words.bidText(bid, rules);
  bids["bid:kapo"] = words.bidText("kapo", rules);
  const ones = {};
  for (let one = 0; one < 10; one += 1) ones[`ones:${one}`] = one % rules.bid_step === 0;
  return {
    ...names,
    ...bids,
    ...ones,
    kapo_bid: rules.kapo_bid,
    doubling: rules.doubling !== "off",
    by_points: rules.bid_step < 10,
    with_none_all: rules.trumps === "with_none_all",
    pilotta_failed: rules.pilotta_failed_penalty > 0,
    claim: rules.claim && place.kind === "new",
    is_new: place.kind === "new",
    number: place.number,
    deals: dealsIn(ledger, place.dealer),
    is_dealt: place.kind !== "correct",
    was: place.kind === "correct" && handWords(place.hand, rules, names),
  };
}

// A hand in a few words: `Us 9 ♥, 97 – 65`.
function handWords(hand, rules, names) {
  if (hand.passed_out) return words.contractWords(hand, rules);
  const points = SIDES.map((side) => cardPoints(hand, side, rules)).join(" – ");
  return `${contractOf(hand, rules, names)}, ${points}`;
}

// What an entry is worth so far, in words.
export function liveValues(
  look,
  { rules, names, isChange, ruling, toMend, isHalfTyped, swept, was },
) {
  const { hand, score, asks, missing, wrong } = look;
  if (isHalfTyped && wrong.length === 0 && missing.size === 0 && asks !== "declarations") {
    const typed = bySide("typed", (side) => String(cardPoints(hand, side, rules)));
    return { ...names, ...calledValues(hand, rules, names), so_far: true, ...typed };
  }
  const values = { ...names };
  if (wrong.length > 0) values.wrong = toMend;
  else if (asks) values.asked = toMend;
  else if (hand.passed_out) values.is_passed = true;
  else if (score) {
    values.headline = unbroken(words.headline(hand, score, rules, names));
    values.verdict = score.made ? "made" : "failed";
    values.summary = words.summary(hand, score, rules, names);
  } else if (missing.has("bid") || missing.has("bidder")) values.asked = toMend;
  else {
    Object.assign(values, calledValues(hand, rules, names));
    values.summary = toMend;
  }
  const only = [...missing].join() === "points";
  return {
    ...values,
    ruled: (asks === "swept" || asks === "tie_point") && !ruling && hand.declarations_to,
    tied: asks === "declarations" && hand.tie_point,
    asks_swept: Boolean(swept),
    answered_swept: asks === "swept" && !swept,
    ...bySide("kapo", (side) => swept && words.numberText(swept.kapo[side])),
    ...bySide("tricks", (side) => swept && words.numberText(swept.tricks[side])),
    asks_tie_point: asks === "tie_point",
    asks_declarations: asks === "declarations",
    tops_decide: look.tops.length > 0,
    contract_only: !asks && only && wrong.length === 0 && !isChange,
    is_scored: score && look.isAnswered && !hand.passed_out,
    was:
      was &&
      score &&
      look.isAnswered &&
      differs(was, score) &&
      SIDES.map((side) => words.numberText(was[side])).join(" – "),
    ...(score ? bySide("score", (side) => words.numberText(score[side])) : {}),
  };
}

const calledValues = (hand, rules, names) => ({
  bidder: names[hand.bidder],
  ...contractValues(hand, rules, null),
});

const differs = (was, score) => was.A !== score.A || was.B !== score.B;

const contractOf = (hand, rules, names) =>
  `${names[hand.bidder]} ${words.contractWords(hand, rules)}`;

export function topsValues({ tops, hand }, { rules, names }) {
  const hasTrump = hand.trump !== "none" && hand.trump !== "all";
  return {
    tops: tops.map(({ slot, side, declaration, ranks }) => ({
      slot,
      side: names[side],
      kind: words.kindName(declaration.kind),
      ranks: ranks.map((rank) => ({ rank, rank_name: words.rankName(rank) })),
      may_be_trumps: declaration.kind !== "four" && rules.trump_breaks_tie && hasTrump,
    })),
    no_top: tops.length === 0,
  };
}
