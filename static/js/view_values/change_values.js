// The changes that an act would make, for the view that asks whether it is to be written.

import { ledgerOf } from "../ledger.js";
import { SIDES } from "../rules.js";
import * as words from "../words.js";
import { announced } from "./latest_act.js";
import { bySide, changeText, handWords, namesIn, pointsOf, suitParts } from "./shared.js";

/** @param {Ledger} ledger @param {Act} act */
export function changeValues(ledger, act) {
  const names = namesIn(ledger);
  const after = ledgerOf([...ledger.acts, act]);
  const { kind, data } = act;
  const about = data.hand_id;
  const [old, fresh] = [
    ledger.rows.find(({ id }) => id === about),
    after.rows.find(({ id }) => id === (about ?? after.played)),
  ];
  const versions = (/** @type {LedgerRow | undefined} */ row) =>
    row ? [versionValues(row, names)] : [];
  const differences = differencesOf(ledger, after);
  const isOtherEnd = after.winner !== ledger.winner || after.end !== ledger.end;
  return {
    ...names,
    number: (fresh ?? old)?.number,
    versions: old || fresh,
    old: versions(old),
    new: versions(fresh),
    is_void: kind === "voided",
    wins: isOtherEnd && after.winner && names[after.winner],
    stops: isOtherEnd && after.end && !after.winner,
    goes_on: ledger.end && !after.end,
    ...bySide("was", (side) => words.numberText(ledger.totals[side])),
    was_between: words.between(ledger.totals),
    ...bySide("total", (side) => words.numberText(after.totals[side])),
    between: words.between(after.totals),
    standing: words.scoresText(after.totals),
    ...leadValues(after.totals, names),
    differences,
    changes: differences.length > 0,
    no_change: differences.length === 0,
    redealt: rangesText(redealtHands(ledger, after)),
  };
}

// The numbers that the hands have now whose dealer is another than before.
/** @param {Ledger} before @param {Ledger} after */
function redealtHands(before, after) {
  const dealers = new Map(before.rows.map(({ id, dealer }) => [id, dealer]));
  return after.rows
    .filter(({ id, number, dealer }) => number && dealers.has(id) && dealers.get(id) !== dealer)
    .map(({ number }) => /** @type {number} */ (number));
}

// Rising numbers, neighbours drawn together: `2, 5–7, 9, 10`.
/** @param {number[]} numbers */
function rangesText(numbers) {
  /** @type {number[][]} */
  const ranges = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === Number(last.at(-1)) + 1) last.push(number);
    else ranges.push([number]);
  }
  return ranges
    .map((one) => (one.length > 2 ? `${one[0]}–${one.at(-1)}` : one.join(", ")))
    .join(", ");
}

// The side that is ahead, or that neither is.
/** @param {BySide<number>} totals @param {BySide<string>} names */
function leadValues({ A, B }, names) {
  if (A === B) return { is_level: true };
  const leader = A > B ? names.A : names.B;
  const own = words.ownSide(leader);
  return { we_lead: own === "us", they_lead: own === "them", leader: !own && leader };
}

/** @param {LedgerRow} row @param {BySide<string>} names */
function versionValues(row, names) {
  return {
    hand: row.score && suitParts(toldHand(row.entry, row.rules, names)),
    reason: row.entry.reason,
    ...bySide("score", (side) => changeText(pointsOf(row)[side])),
  };
}

// The hand with what each side announced: a correction may change nothing else.
/** @param {Hand} hand @param {Rules} rules @param {BySide<string>} names */
function toldHand(hand, rules, names) {
  const extras = SIDES.map((side) => [names[side], announced(hand, side)])
    .filter(([, told]) => told)
    .map((one) => one.join(": "));
  return [handWords(hand, rules, names), ...extras].join(words.AND_ALSO);
}

/** @param {Ledger} before @param {Ledger} after */
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
      is_adjustment: !(old ?? fresh)?.number,
      ...standingValues("old", old),
      ...standingValues("new", fresh),
    }));
}

/** @param {LedgerRow | undefined} row */
const seen = (row) =>
  row &&
  JSON.stringify([row.number, row.score?.A, row.score?.B, row.score?.made, row.totals, row.counts]);

/** @param {string} key @param {LedgerRow | undefined} row */
function standingValues(key, row) {
  if (!row) return { [`no_${key}`]: true };
  if (!row.counts) return { [`is_${key}_late`]: true };
  const scores = pointsOf(row);
  return {
    [`${key}_scores`]: SIDES.map((side) => changeText(scores[side])).join(" / "),
    ...bySide(key, (side) => words.numberText(row.totals[side])),
    [`${key}_between`]: words.between(row.totals),
  };
}
