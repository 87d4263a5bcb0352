// The draft: what is typed outlives a reload, for the hand for which it was typed.

import { device, tab } from "../kept.js";
import { box, form, state, step } from "./form.js";

const NOT_TYPED = /^(csrf_token|op_id|contract_op_id|revision|after|hand_id|before)$/;
const key = () => `draft:${form().dataset.draft}`;
const drawer = () => (key().endsWith(":new") ? device : tab);

export function keep() {
  const typed = [...new FormData(form())].filter(([name]) => !NOT_TYPED.test(name));
  for (const [name, values] of state.chosen) typed.push(...values.map(pairWith(name)));
  const { op_id, contract_op_id, revision } = form().elements;
  drawer().set(key(), {
    ops: [op_id.value, contract_op_id.value],
    typed,
    active: state.active,
    revision: revision.value,
    step: step().checked,
  });
}

/** @type {(name: string) => (value: string) => [string, string]} */
const pairWith = (name) => (value) => [name, value];

export const forget = () => drawer().remove(key());

export function restore() {
  if (form().dataset.notice === "saved") return forget();
  if (form().dataset.notice !== "") return;
  const draft = drawer().get(key());
  // The match went on since: this was typed for a hand that is written, or another contract.
  if (!draft || !isNow(draft.revision)) return;
  clear();
  choose(draft.typed);
  state.active = draft.active;
  step().checked = draft.step ?? step().checked;
}

/** @param {string} revision */
const isNow = (revision) =>
  state.context?.isNow(revision) ?? revision === form().elements.revision.value;

// Choose and type these names and values. What has no control yet is chosen once it has one.
/** @param {[string, string][]} typed */
export function choose(typed) {
  for (const [name, value] of typed) chooseOne(name, value);
}

export function clear() {
  for (const input of form().elements) {
    if (input.name && input.matches("[type=radio], [type=checkbox]")) input.checked = false;
  }
  box("A").value = box("B").value = "";
}

/** @param {string} name @param {string} value */
function chooseOne(name, value) {
  const inputs = [...form().elements].filter((input) => input.name === name);
  if (inputs.length === 0) state.chosen.set(name, [...(state.chosen.get(name) ?? []), value]);
  const same = inputs.find((input) => input.value === value && !input.checked);
  if (same?.matches("[type=radio], [type=checkbox]")) same.checked = true;
  else if (inputs[0]?.matches("[type=text], :not([type])")) inputs[0].value = value;
}
