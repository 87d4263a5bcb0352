// The changes that an operation would make: they are shown first, then it is written.

import { checkAct } from "../acting.js";
import { actOf } from "../ledger.js";
import { newId } from "../outbox.js";
import { changeValues } from "../view_values/change_values.js";
import { isBehind, rowAt } from "./current_match.js";
import { arrive, draw, find, template, warn } from "./drawing.js";
import { goTo, homeUrl, push, turnHome, views } from "./navigation.js";
import { match, screen } from "./state.js";
import { forgetDraft, write } from "./writing.js";

/** @type {Record<string, ShowView>} */
const own = {
  void({ ref }) {
    const row = rowAt(ref);
    if (!row || propose({ op: "void", hand_id: row.id }).length > 0) turnHome();
  },
};
Object.assign(views, own);

// Propose what was typed, so that Back leads to the form with it.
/** @param {Operation} op */
export function proposeTyped(op) {
  const found = propose(op, document.querySelector("form[data-draft]"));
  if (found.length === 0) push(location.href);
  return found;
}

/** @param {Operation} op @param {HTMLFormElement | null} [form] in which it was typed @returns {Problem[]} */
export function propose(op, form = null) {
  const op_id = newId();
  const found = checkAct(match.ledger, { op_id, op });
  if (found.length > 0) return found;
  const values = changeValues(match.ledger, actOf({ op_id, op }));
  draw("change", { ...values, ...wordsFor(op, values) });
  screen.view = { name: "change" };
  find("[data-confirm]").addEventListener("click", (event) => {
    event.preventDefault();
    confirm(op, op_id, form);
  });
  find(".bar .back").addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });
  arrive();
  return [];
}

// The title and the button, which speak of a hand or of an adjustment.
/** @param {Operation} op @param {ReturnType<typeof changeValues>} values */
function wordsFor({ op, adjust }, { number }) {
  const words = template("view-change").dataset;
  const isOfAdjustment = number === null && op !== "adjust";
  const title = words[`${op}${isOfAdjustment ? "Adjustment" : ""}`] ?? "";
  const wish = adjust ? "adjust" : String(op);
  const button = words[`write${wish.replace(/^./, (one) => one.toUpperCase())}`];
  return { title: title.replace("⟦number⟧", String(number)), button };
}

// Write the operation; where the match went on, show first what it changes now.
/** @param {Operation} op @param {string} op_id @param {HTMLFormElement | null} form */
function confirm(op, op_id, form) {
  if (!isBehind()) return write(op, op_id).then(() => forgetDraft(form, op_id));
  if (propose(op, form).length > 0) goTo(homeUrl());
  return warn(document.querySelector("[data-confirm]") ? "view-change" : "view-match");
}
