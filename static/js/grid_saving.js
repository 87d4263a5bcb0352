// A row of the grid is sent alone, and comes back as the server says it is then.

import { isOurs, within } from "./connectivity.js";
import { form, replace, rowsIn, say, setState } from "./grid_rows.js";
import { newId } from "./new_id.js";

const PATIENCE_MS = 10_000;

// Sent again without an answer it is the same operation, and written once.
function operationOf(row, sent) {
  if (row.dataset.sent !== sent) {
    row.dataset.sent = sent;
    row.dataset.op = newId();
  }
  return row.dataset.op;
}

function bodyOf(row) {
  const fields = new FormData(form);
  const own = [...fields].filter(([name]) => row.querySelector(`[name="${name}"]`));
  const body = new URLSearchParams(/** @type {[string, string][]} */ (own));
  body.set("op_id", operationOf(row, body.toString()));
  body.set("csrf_token", String(fields.get("csrf_token")));
  body.set("only", row.dataset.table);
  body.set("revision", row.dataset.revision);
  body.set("after", row.dataset.after);
  return body;
}

// Text typed after the sending would go with the answer: until then the fields take none.
function setSending(row, isOn) {
  row.classList.toggle("sending", isOn);
  for (const field of row.querySelectorAll(".total, input.why")) field.readOnly = isOn;
}

export async function save(row) {
  const body = bodyOf(row);
  setSending(row, true);
  say(row, form.dataset.sending, false);
  const fresh = await answerTo(body).catch(() => null);
  setSending(row, false);
  if (fresh) return replace(row, fresh);
  setState(row, "wrong");
  say(row, fresh === undefined ? form.dataset.refused : form.dataset.unsent, true);
  return row;
}

// The row in the answer; nothing in an answer that is another page.
function answerTo(body) {
  return within(PATIENCE_MS, async (options) => {
    const action = form.getAttribute("action"); // `form.action` may be a field of it
    const answer = await fetch(action, { method: "POST", body, ...options });
    if (!isOurs(answer)) throw new Error("somebody else answers");
    return rowsIn(await answer.text())[0];
  });
}
