// The draft: what is typed outlives a reload, and whatever else is written meanwhile.

import { device, tab } from "../kept.js";
import { box, form, state, step } from "./form.js";

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
  // Whether it still fits is looked at. Before that the server would ask, by the revision.
  const { revision, after } = form().elements;
  state.old = draft;
  revision.value = Number(draft.revision) ? draft.revision : "0";
  after.value = "";
}

/** @param {HandDraft} draft */
const isNow = (draft) =>
  state.context?.isNow(draft) ?? draft.revision === form().elements.revision.value;

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
