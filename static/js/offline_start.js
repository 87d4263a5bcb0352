// A match that is started without the server: on this phone, under an id that it chooses.

import { add, aside, keptMatches, newId, subscribe, unsent } from "./outbox.js";
import { VERSION } from "./rules.js";
import { clubIn, headIn, wrongIn } from "./start_form.js";
import { waitFor } from "./whole_entry.js";

const form = document.querySelector("form[data-says]");

// Keep the match that was typed and go there, or say beside the fields what is wrong with it.
// Gives whether it is under way.
export async function startHere(typed) {
  const head = headIn(typed);
  if (!markWrong(head)) return false;
  const match = newMatchId();
  const op_id = await operationOf(typed);
  const says = form.dataset.says;
  const at = Date.now();
  const create = { ...head, ...clubIn(typed) };
  const op = { op_id, match, op: { create }, revision: 0, at, engine: VERSION, says };
  const { isKept } = await add(op);
  const entry = /** @type {import("./whole_entry.js").Entry | undefined} */ (
    document.documentElement.dataset.entry
  );
  if (typed.get("target") === "first") waitFor(entry ?? "first", match);
  else if (entry === "first") waitFor("", match);
  if (isKept) location.assign(`/m/${match}/`);
  else stay(op);
  return true;
}

// The form's operation, which the server may have done although its answer was lost. If this phone already
// started a match with it, a new operation.
async function operationOf(typed) {
  const op_id = typed.get("op_id");
  const ops = [...(await unsent()), ...(await aside())];
  const isSaved = (await keptMatches()).some(({ saved }) => saved?.[op_id]);
  return isSaved || ops.some((op) => op.op_id === op_id) ? newId() : op_id;
}

// Wait: only this page has the operation, and would lose it. The match opens once it is stored or sent.
function stay({ op_id, match }) {
  tell(form.dataset.unkept);
  document.addEventListener("stored", () => location.assign(`/m/${match}/`));
  subscribe(({ type, op, problem }) => {
    if (op?.op_id !== op_id) return;
    if (type === "saved") location.assign(`/m/${match}/`);
    if (type === "refused") tell(problem.detail);
  });
}

function tell(text) {
  const told = form.querySelector("#start-told");
  told.textContent = text;
  told.hidden = false;
}

// 128 random bits, as match/matches.py makes them.
function newMatchId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return id.startsWith("-") ? newMatchId() : id;
}

// --- what is wrong with it, beside the field ---

function markWrong(head) {
  for (const wrong of form.querySelectorAll(".wrong")) wrong.remove();
  const fields = wrongIn(head);
  const { wrongName, wrongTarget } = form.dataset;
  for (const field of fields) mark(field, field === "target_own" ? wrongTarget : wrongName);
  return fields.length === 0;
}

function mark(field, text) {
  const input = form.elements.namedItem(field);
  const wrong = document.createElement("span");
  wrong.className = "wrong";
  wrong.textContent = text;
  input.after(wrong);
  for (const line of form.querySelectorAll("details")) line.open ||= line.contains(input);
  input.focus();
}
