// The form of a hand: its controls, its chips, its draft, and what is remembered while it is open.

import { device, tab } from "../kept.js";
import { showChosen } from "../selected_chips.js";

/** @type {HandFormState} */
export const state = {
  context: null, // the match, and where a hand goes; null before the phone has opened the form
  active: null, // the side whose points are typed; null: the bidder's
  typing: null, // the time out of the digit just typed, which more may follow
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

// Show which side's points are typed, and what is chosen.
export function showChoices() {
  const side = activeSide();
  showAgain();
  for (const label of findAll(".box")) {
    label.classList.toggle("active", label.dataset.side === side && !typedValue("kapo"));
    label.classList.toggle("filled", label.dataset.side !== side);
  }
  // It is announced when it changes, but not before anything was typed.
  const typedSide = find("#typed-side");
  const text = typedSide.dataset[side.toLowerCase()] ?? "";
  if (typedSide.textContent !== text) typedSide.textContent = text;
  showChosen(form());
  showRare();
}

// A second declaration of a kind comes after the first.
function showAgain() {
  for (const chip of findAll("[data-after]")) {
    const { name, value, checked } = /** @type {Found} */ (chip.control);
    const alike = findAll(`[name=${name}][value=${value}]:checked`).length;
    chip.hidden = !checked && alike < Number(chip.dataset.after);
  }
}

// No trump, a failed pilotta, a ruling: chosen behind ⋯, and not to be forgotten there.
function showRare() {
  const rare = [...form().elements].filter((one) => one.checked && one.closest("#menu"));
  const menu = find("[popovertarget=menu]");
  menu.classList.toggle("on", rare.length > 0);
  menu.ariaDescription = rare
    .map((one) => one.ariaLabel ?? one.parentElement?.textContent)
    .join(", ");
}

// --- the draft: what is typed outlives a reload, and whatever else is written meanwhile ---

const NOT_TYPED = /^(csrf_token|op_id|contract_op_id|revision|after|hand_id|before)$/;
const key = () => `draft:${form().dataset.draft}`;
const drawer = () => (key().endsWith(":new") ? device : tab);

export function keep() {
  const typed = [...new FormData(form())].filter(([name, value]) => value && !NOT_TYPED.test(name));
  for (const [name, values] of state.chosen) {
    for (const value of values) typed.push([name, value]);
  }
  if (!typed[0]) return forget();
  const { op_id, contract_op_id, revision } = form().elements;
  const { revision: number, after } = state.old ??
    state.context?.now ?? { revision: revision.value };
  drawer().set(key(), {
    ops: [op_id.value, contract_op_id.value],
    typed,
    active: state.active,
    revision: number,
    after,
    step: step().checked,
  });
}

export const forget = () => drawer().remove(key());

export function restore() {
  state.old = null;
  const { notice } = form().dataset;
  if (notice === "saved") return forget();
  /** @type {HandDraft | null} */
  const draft = notice === "" ? drawer().get(key()) : null;
  if (!draft) return;
  clear();
  choose(draft.typed);
  state.active = draft.active;
  step().checked = draft.step ?? step().checked;
  if (isNow(draft)) return;
  // The match went on since: the draft is checked anew here, and by the server at the latest.
  const { revision, after } = form().elements;
  state.old = draft;
  revision.value = Number(draft.revision) ? draft.revision : "0";
  after.value = "";
}

/** @param {HandDraft} draft */
const isNow = (draft) =>
  state.context?.isNow(draft) ?? draft.revision === form().elements.revision.value;

// Choose and type these names and values. A value without a control is chosen once its control is drawn.
/** @param {[string, string][]} typed */
export function choose(typed) {
  for (const [name, value] of typed) chooseOne(name, value);
}

export function clear() {
  for (const input of form().elements) {
    if (input.name && input.matches("[type=radio], [type=checkbox]")) input.checked = false;
  }
  box("A").value = box("B").value = "";
  state.chosen.clear();
}

/** @param {string} name @param {string} value */
function chooseOne(name, value) {
  const inputs = [...form().elements].filter((input) => input.name === name);
  if (inputs.length === 0) state.chosen.set(name, [...(state.chosen.get(name) ?? []), value]);
  const same = inputs.find((input) => input.value === value && !input.checked);
  if (same?.matches("[type=radio], [type=checkbox]")) same.checked = true;
  else if (inputs[0]?.matches("[type=text], :not([type])")) inputs[0].value = value;
}
