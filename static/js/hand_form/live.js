// The score of the entry so far, shown at each tap, with the open questions.

import { fill } from "../fill.js";
import { previewOf } from "../hand_preview.js";
import { total } from "../rules.js";
import { noteChosen } from "../selected_chips.js";
import { liveValues, topsValues } from "../view_values/entry_values.js";
import { problemText, question } from "../words.js";
import {
  activeSide,
  box,
  find,
  findAll,
  form,
  keep,
  showChoices,
  state,
  trump,
  typedValue,
} from "./form.js";

// Controls that come with what the entry is worth: answers to its questions, top cards.
const COME_LATER = ":is(#live, #tops) :is([type=radio], [type=checkbox])";

export const context = () => /** @type {FormContext} */ (state.context);

export function changed() {
  find("#live").classList.remove("refused");
  showChoices();
  keep();
  if (!state.context) return; // on its way; what is typed stays
  state.chosen.clear();
  showLive();
}

/** @param {{typing: boolean, swept?: string | null}} how @returns {HandPreview} */
export function preview({
  typing,
  swept = typedValue("swept") ?? state.chosen.get("swept")?.at(0),
}) {
  const typed = new FormData(form());
  if (swept) typed.set("swept", swept);
  return previewOf(typed, context(), { typing });
}

export function showLive(shown = preview({ typing: true })) {
  const focused = document.activeElement?.id;
  rememberChosen();
  const values = liveValues(shown, {
    ...context(),
    ruling: typedValue("ruling"),
    toMend: toMendIn(shown),
    isHalfTyped: isHalfTyped(),
    swept: sweptScores(shown),
  });
  put("#live", "live-view", values);
  const only = document.querySelector("#save-bid");
  if (only) only.hidden = !values.contract_only;
  put("#tops", "tops-view", topsValues(shown, context()));
  chooseRemembered();
  if (focused) document.getElementById(focused)?.focus();
  return shown;
}

// An answer brings the next question: earlier choices are restored for the questions that appear.
export function showRestored() {
  const rounds = [...state.chosen.keys()];
  for (const _ of rounds) showLive();
  state.chosen.clear();
  showLive();
}

// Say the first fault, or else the question.
/** @param {HandPreview} shown */
export function toMendIn({ hand, wrong: [first], asks, missing }) {
  return first ? problemText(first, hand, context().rules) : question({ asks, missing });
}

/** @param {string} place @param {string} template @param {ViewValues} values */
function put(place, template, values) {
  find(place).replaceChildren(fill(context().template(template), values));
}

// The 9 of 97 is no verdict yet: it waits for the next digit, or for a pause.
function isHalfTyped() {
  const points = Number(box(activeSide()).value);
  const mayGoOn = points > 0 && points * 10 <= total(context().rules, trump());
  return state.typing !== null && mayGoOn;
}

// The two possible scores of 162–0.
/** @param {HandPreview} shown @returns {SweptScores | null} */
function sweptScores({ asks, isAnswered }) {
  if (asks !== "swept" || isAnswered) return null;
  const scoreIf = (/** @type {string} */ swept) =>
    /** @type {Score} */ (preview({ typing: true, swept }).score);
  return { kapo: scoreIf("kapo"), tricks: scoreIf("tricks") };
}

// --- what is chosen outlives the answer that replaces its controls ---

function rememberChosen() {
  const inputs = findAll(COME_LATER);
  for (const { name } of inputs) state.chosen.set(name, []);
  for (const { name, value, checked } of inputs) {
    if (checked) state.chosen.get(name)?.push(value);
  }
}

function chooseRemembered() {
  for (const input of findAll(COME_LATER)) {
    const values = state.chosen.get(input.name);
    if (values) input.checked = values.includes(input.value);
  }
  noteChosen(form());
}
