// The values of an adjustment in its form (templates/views/adjust.html).

import { SIDES } from "../rules.js";
import * as words from "../words.js";
import { bySide, namesIn, wrongTexts } from "./shared.js";

// `row` is the adjustment that is corrected, `kinds` has the words for each kind, and `wrong` has texts
// by the fields' names.
/**
 * @param {Ledger} ledger @param {LedgerRow | undefined} row @param {Record<string, string>} kinds
 * @param {Record<string, string>} [wrong]
 */
export function adjustFormValues(ledger, row, kinds, wrong = {}) {
  const entry = row?.entry.adjust ? row.entry : null;
  const places = entry ? [] : placesIn(ledger);
  return {
    ...namesIn(ledger),
    ...bySide("total", (side) => words.numberText(ledger.totals[side])),
    of_entry: entry ? `-${row?.id}` : "",
    erased: erasedIn(ledger),
    ...(entry
      ? entryValues(entry, kinds)
      : { [ledger.rows.length > 0 ? "is_penalty" : "is_carried"]: true }),
    has_places: places.length > 0,
    plays: !ledger.end,
    places,
    ...wrongValues(wrong),
  };
}

/** @param {AdjustmentFields} entry @param {Record<string, string>} kinds */
function entryValues({ adjust, reason }, kinds) {
  const [kind, said] = kindOf(reason, kinds);
  return {
    [`is_${kind}`]: true,
    ...bySide("is_minus", (side) => (adjust[side] ?? 0) < 0),
    ...bySide("points", (side) => (adjust[side] ? String(Math.abs(adjust[side] ?? 0)) : "")),
    reason: said,
  };
}

// The kind that a reason begins with, and the words behind it.
/** @param {string} reason @param {Record<string, string>} kinds */
function kindOf(reason, kinds) {
  for (const [kind, name] of Object.entries(kinds)) {
    if (reason === name) return [kind, ""];
    if (reason.startsWith(`${name}: `)) return [kind, reason.slice(name.length + 2)];
  }
  return ["ruling", reason];
}

// The entries that it may come before.
/** @param {Ledger} ledger */
function placesIn(ledger) {
  const counting = ledger.rows.filter(({ counts }) => counts);
  return counting.map((row, place) => ({
    id: row.id,
    is_chosen: ledger.end && place === counting.length - 1,
    number: row.number,
    words: row.entry.adjust && adjustWords(row.entry),
  }));
}

// An adjustment in a few words: `+120 – +85, from paper`.
/** @param {AdjustmentFields} entry */
function adjustWords({ adjust, reason }) {
  const points = SIDES.map((side) => (adjust[side] ? words.scoreText(adjust[side] ?? 0) : "0"));
  return [points.join(" – "), reason].filter(Boolean).join(", ");
}

/** @param {Record<string, string>} wrong */
function wrongValues(wrong) {
  const placeOf = (/** @type {Side} */ side) => {
    const place = [`points_${side}`, "adjust"].find((name) => name in wrong);
    return place ? `wrong-${place}` : "";
  };
  return {
    ...wrongTexts(wrong),
    ...bySide("wrong_at", placeOf),
    ...bySide("is_wrong", (side) => placeOf(side) !== ""),
    is_wrong_reason: "reason" in wrong,
    is_wrong_before: "before" in wrong,
  };
}

// Changes once names and reasons were erased; the server says by which act, where it draws the form.
/** @param {Ledger} ledger */
const erasedIn = ({ acts }) =>
  acts
    .filter(({ data }) => data.erased)
    .map(({ id }) => id)
    .join() || "0";
