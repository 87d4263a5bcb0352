// What is told besides hands, read from its form: a claim, an adjustment.

import { SIDES } from "./rules.js";

/** @type {(text: string) => number | ""} */
const wholeNumber = (text) =>
  /^\d+$/.test(text.trim()) ? Number(text) : text.trim() === "" ? "" : Number.NaN;

export function claimIn(typed) {
  return { op: "claim", side: typed.get("side"), points: wholeNumber(typed.get("points")) };
}

// `unsaid` is the reason where nobody gave one.
export function adjustmentIn(typed, unsaid) {
  const minus = typed.getAll("minus");
  const adjust = {};
  for (const side of SIDES) {
    const points = wholeNumber(typed.get(`points_${side}`));
    if (points !== "") adjust[side] = minus.includes(side) ? -points : points;
  }
  return { adjust, reason: typed.get("reason").trim() || unsaid };
}

// The form of an adjustment that is corrected.
export function fillAdjustment({ elements }, { adjust, reason }) {
  elements.reason.value = reason;
  for (const side of SIDES) {
    elements[`points_${side}`].value = adjust[side] ? Math.abs(adjust[side]) : "";
    const minus = [...elements.minus].find(({ value }) => value === side);
    minus.checked = adjust[side] < 0;
  }
}
