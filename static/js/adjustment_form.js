// The forms of a claim and of an adjustment, read as operations and filled again.

import { SIDES } from "./rules.js";

// A number that is none stays none, for the rules to refuse.
/** @type {(text: string | null) => number | ""} */
function wholeNumber(text) {
  const digits = (text ?? "").trim();
  if (digits === "") return "";
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** @param {FormData} typed */
export function claimIn(typed) {
  return { op: "claim", side: typed.get("side"), points: wholeNumber(typed.get("points")) };
}

// `unsaid` is the reason where nobody gave one.
/** @param {FormData} typed @param {string} [unsaid] @returns {AdjustmentFields} */
export function adjustmentIn(typed, unsaid = "") {
  const minus = typed.getAll("minus");
  /** @type {Partial<BySide<number>>} */
  const adjust = {};
  for (const side of SIDES) {
    const points = wholeNumber(typed.get(`points_${side}`));
    if (points !== "") adjust[side] = minus.includes(side) ? -points : points;
  }
  return { adjust, reason: typed.get("reason")?.trim() || unsaid };
}

// Show an adjustment in its form again, to be corrected.
/** @param {Found} form @param {AdjustmentFields} adjustment */
export function fillAdjustment({ elements }, { adjust, reason }) {
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (elements.namedItem(name));
  field("reason").value = reason;
  for (const side of SIDES) {
    const points = adjust[side] ?? 0;
    field(`points_${side}`).value = points ? String(Math.abs(points)) : "";
    const minus = [...elements].find(({ name, value }) => name === "minus" && value === side);
    if (minus) minus.checked = points < 0;
  }
}
