// The forms of a claim and of an adjustment, read as operations.

import { SIDES } from "./rules.js";

// Read a whole number. NaN stands for any other text, for the rules to refuse.
/** @type {(text: string | null) => number | ""} */
function wholeNumber(text) {
  const digits = (text ?? "").trim();
  if (digits === "") return "";
  return /^\d{1,4}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** @param {FormData} typed */
export function claimIn(typed) {
  return { side: typed.get("side"), points: wholeNumber(typed.get("points")) };
}

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
