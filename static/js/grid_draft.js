// Unsaved texts of the grid stay in this tab: back, a reload, a link lose nothing.

import { goTo } from "./grid_moves.js";
import { conflict, form, isTyped, rows, sayUnwritten, totals } from "./grid_rows.js";
import { tab } from "./kept.js";

const key = `draft:grid:${form.dataset.draft}`;
const kept = () => tab.get(key) ?? {};

export function keepTyped(row) {
  const { table, seq } = row.dataset;
  if (!isTyped(row)) return forgetTyped(row);
  const values = totals(row).map(({ value }) => value);
  tab.set(key, { ...kept(), [table]: { seq, values } });
}

// It is written, or was taken back.
export function forgetTyped(row) {
  if (isTyped(row)) return;
  const { [row.dataset.table]: _, ...others } = kept();
  tab.set(key, others);
}

export function restoreTyped() {
  const drafts = kept();
  for (const row of rows()) {
    const draft = drafts[row.dataset.table];
    if (!draft) continue;
    for (const [at, field] of totals(row).entries()) field.value = draft.values[at];
    if (!isTyped(row)) forgetTyped(row);
    else if (draft.seq !== row.dataset.seq) conflict(row);
    else sayUnwritten(row);
  }
  // What is typed on goes in the place of what stands there, as wherever the focus comes. A browser
  // follows `autofocus` before this or after it.
  const { activeElement, body } = document;
  const isChosen = activeElement && activeElement !== body;
  const field = isChosen ? activeElement : form.querySelector("[autofocus]");
  if (field) goTo(field);
}
