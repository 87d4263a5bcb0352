// Other desks' results appear in the grid. Texts typed here stay, beside the new results.

import { isOurs, within } from "./connectivity.js";
import {
  conflict,
  form,
  isSending,
  isTyped,
  replace,
  rowsIn,
  totals,
  typedIn,
  valuesIn,
  writtenIn,
} from "./grid_rows.js";

const LOOK_MS = 5000;

// A look that was asked before this row was saved, and answered after it, knows less.
const isOlder = (fresh, old) => Number(fresh.dataset.revision) < Number(old.dataset.revision);

function merge(old, fresh) {
  const isSame = old.dataset.seq === fresh.dataset.seq;
  if (isTyped(old) && typedIn(old) !== writtenIn(fresh)) {
    if (!isSame) conflict(replaceTyped(old, fresh));
  } else if (isSame && old.dataset.state === "saved") {
    old.dataset.revision = fresh.dataset.revision; // it goes on saying so
    old.dataset.after = fresh.dataset.after;
  } else replace(old, fresh);
}

function replaceTyped(old, fresh) {
  const values = valuesIn(old);
  for (const [at, field] of totals(fresh).entries()) field.value = values[at];
  return replace(old, fresh);
}

async function look(list, tell) {
  if (document.hidden) return;
  const address = `${form.dataset.live}?mark=${encodeURIComponent(list.dataset.mark)}`;
  const html = await within(LOOK_MS, async (options) => {
    const answer = await fetch(address, options);
    return answer.status === 200 && isOurs(answer) ? answer.text() : "";
  }).catch(() => "");
  const mark = html.match(/data-mark=\x22([^\x22]*)\x22/);
  if (!mark) return;
  list.dataset.mark = mark[1];
  if (html.includes("data-closed")) document.querySelector("#closed").hidden = false;
  for (const fresh of rowsIn(html)) {
    const old = document.getElementById(fresh.id);
    if (old && !isSending(old) && !isOlder(fresh, old)) merge(old, fresh);
  }
  tell();
}

export function follow(tell) {
  const list = document.querySelector("#rows");
  setInterval(() => look(list, tell), LOOK_MS);
}
