// The forms of a claim and of an adjustment, read as operations and filled again.

import { SIDES } from "./rules.js";

// A text that is no number stays as it is, for the rules to refuse.
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

// `unsaid` is the reason for an empty field.
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
/** @param {HTMLFormElement} form @param {AdjustmentFields} adjustment */
export function fillAdjustment({ elements }, { adjust, reason }) {
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (elements.namedItem(name));
  field("reason").defaultValue = reason;
  for (const side of SIDES) {
    const points = adjust[side] ?? 0;
    field(`points_${side}`).defaultValue = points ? String(Math.abs(points)) : "";
    const minus = [...elements].find(({ name, value }) => name === "minus" && value === side);
    if (minus) minus.defaultChecked = points < 0;
  }
}

// Take off what was typed as a penalty in the server's form, where that goes without saying.
/** @param {HTMLFormElement} form @param {FormDraft | null} draft */
export function takePenalty({ elements }, draft) {
  if (draft?.why !== "penalty") return;
  for (const minus of elements) {
    const points = elements.namedItem(`points_${minus.value}`)?.value;
    if (minus.name === "minus" && points) minus.checked = true;
  }
}
