// The form of a hand: its controls, and what is remembered while it is open.

/** @type {HandFormState} */
export const state = {
  context: null, // the match, and where a hand goes; null before the phone has opened the form
  active: null, // the side whose points are typed; null: the bidder's
  typing: null, // the time out of the digit just typed, which more may follow
  lastRadio: new Map(), // name → [value, time] of the radio button tapped last
  old: null, // the draft that is shown, where the match went on since
  chosen: new Map(), // name → values, to be chosen among controls once they have come
};

export const form = () => /** @type {HTMLFormElement} */ (document.querySelector("#entry"));
export const isThere = () => document.querySelector("#entry") !== null;
// Is the scorer asked whether another phone wrote this hand? Nothing is saved before the answer.
export const isAsked = () => document.querySelector("[data-question]") !== null;
/** @param {string} selector */
export const find = (selector) => /** @type {Found} */ (document.querySelector(selector));
/** @param {string} selector */
export const findAll = (selector) =>
  /** @type {Found[]} */ ([...form().querySelectorAll(selector)]);

/** @param {string} name */
export const typedValue = (name) =>
  form().elements.namedItem(name) && new FormData(form()).get(name);
export const trump = () => /** @type {Trump} */ (typedValue("trump"));
// Are the points there, where the entry takes two steps?
export const step = () => find("#step");
/** @param {Side} side */
export const box = (side) =>
  /** @type {HTMLInputElement} */ (form().elements.namedItem(`points_${side}`));

export function activeSide() {
  return state.active ?? /** @type {Side} */ (typedValue("contract")?.split(":")[0] ?? "A");
}
