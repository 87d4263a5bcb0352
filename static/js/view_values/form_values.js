// The forms of a claim and of an adjustment (templates/views/claim.html, adjust.html). Their values, and
// their fields read as an operation.

import { OTHER, SIDES } from "../rules.js";
import * as words from "../words.js";
import { claimSum } from "./ledger_values.js";
import { bySide, namesIn, wrongTexts } from "./shared.js";

// --- a claim ---

const NOTHING = { side: null, points: null };

// `asked` is a claim by which the other side wins, and `wrong` has texts by the fields' names.
/**
 * @param {Ledger} ledger @param {{side: string | null, points: string | null}} [typed]
 * @param {Record<string, string>} [wrong] @param {Claim | null} [asked]
 */
export function claimValues(ledger, typed = NOTHING, wrong = {}, asked = null) {
  const { totals, rules } = ledger;
  const names = namesIn(ledger);
  return {
    ...names,
    ...bySide("total", (side) => words.numberText(totals[side])),
    ...bySide("needed", (side) => words.numberText(rules.target - totals[side])),
    ...bySide("claims", (side) => typed.side === side),
    points: typed.points,
    is_points_wrong: "points" in wrong,
    ...wrongTexts(wrong),
    is_first: !asked,
    ...(asked && askedValues(asked, ledger, names)),
  };
}

/** @param {Claim} claim @param {Ledger} ledger @param {BySide<string>} names */
function askedValues(claim, ledger, names) {
  const winner = names[OTHER[claim.side]];
  const own = words.ownSide(winner);
  const { sum, short } = claimSum(claim, ledger);
  return {
    sum,
    short,
    is_one_short: short === 1,
    is_many_short: short > 1,
    sure: `${claim.side}:${claim.points}`,
    winner,
    we_win: own === "us",
    they_win: own === "them",
    side_wins: !own,
  };
}

/** @param {FormData} typed */
export function claimIn(typed) {
  return { side: typed.get("side"), points: wholeNumber(typed.get("points")) };
}

// --- an adjustment ---

// `row` is the adjustment that is corrected. `kinds` has the words for each kind, and `wrong` has texts by
// the fields' names.
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

// An adjustment in a few words: `+120 – +85, from paper`, `0 : −20`.
/** @param {AdjustmentFields} entry */
function adjustWords({ adjust, reason }) {
  const [A, B] = SIDES.map((side) => (adjust[side] ? words.scoreText(adjust[side] ?? 0) : "0"));
  const points = `${A} ${words.between({ B: adjust.B ?? 0 })} ${B}`;
  return [points, reason].filter(Boolean).join(", ");
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

// The words for each kind of adjustment, as the form has them.
/** @param {ParentNode} form @returns {Record<string, string>} */
export const kindsIn = (form) =>
  Object.fromEntries(
    [...form.querySelectorAll("[name=why]")].map((one) => [
      one.value,
      one.nextElementSibling?.textContent ?? "",
    ]),
  );

// A penalty takes off. Its kind is the reason where no words say more.
/**
 * @param {FormData} typed @param {HTMLFormElement} form
 * @returns {AdjustmentFields & {before: string | null}}
 */
export function adjustmentIn(typed, form) {
  const chosen = form.querySelector("[name=why]:checked");
  /** @type {Partial<BySide<number>>} */
  const adjust = {};
  for (const side of SIDES) {
    const text = (typed.get(`points_${side}`) ?? "").trim().replace("−", "-");
    const points = wholeNumber(text.replace(/^-/, ""));
    const isMinus =
      text.startsWith("-") || typed.getAll("minus").includes(side) || chosen?.value === "penalty";
    if (points !== "") adjust[side] = isMinus ? -points : points;
  }
  const kind = kindsIn(form)[chosen?.value ?? ""] ?? "";
  const said = (typed.get("reason") ?? "").trim();
  // Of a score from paper other words say enough; that it is a penalty must stay.
  const isNamed = !said || chosen?.value === "carried" || said.startsWith(kind);
  return {
    adjust,
    reason: isNamed ? said || kind : `${kind}: ${said}`,
    before: typed.get("before"),
  };
}

// Read a whole number. NaN stands for any other text, for the rules to refuse.
/** @type {(text: string | null) => number | ""} */
function wholeNumber(text) {
  const digits = (text ?? "").trim();
  if (digits === "") return "";
  return /^\d{1,4}$/.test(digits) ? Number(digits) : Number.NaN;
}
