// What is typed in the grid and not saved yet stays in this tab: back, a reload, a link lose nothing.

import { goTo } from "./grid_moves.js";
import { conflict, form, isTyped, rows, sayUnwritten, totals } from "./grid_rows.js";

const key = `draft:grid:${form.dataset.draft}`;

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

function keep(table, draft) {
  const all = kept();
  if (draft) all[table] = draft;
  else delete all[table];
  try {
    sessionStorage.setItem(key, JSON.stringify(all));
  } catch {
    // Storage full or refused: what is typed is lost on the way back, and typed again.
  }
}

export function keepTyped(row) {
  const { table, seq } = row.dataset;
  keep(table, isTyped(row) ? { seq, values: totals(row).map(({ value }) => value) } : null);
}

// It is written, or was taken back.
export function forgetTyped(row) {
  if (!isTyped(row)) keep(row.dataset.table, null);
}

export function restoreTyped() {
  const drafts = kept();
  for (const row of rows()) {
    const draft = drafts[row.dataset.table];
    if (!draft) continue;
    for (const [at, field] of totals(row).entries()) field.value = draft.values[at];
    if (!isTyped(row)) keep(row.dataset.table, null);
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
