// Turns the forms of a scorer's page into operations.

import { adjustmentIn, claimIn, kindsIn } from "../adjustment_form.js";
import { newId } from "../outbox.js";
import { SIDES } from "../rules.js";
import { adjustFormValues } from "../view_values/adjust_values.js";
import { claimSum, claimValues } from "../view_values/claim_values.js";
import * as words from "../words.js";
import { become } from "./become.js";
import { proposeTyped } from "./change_view.js";
import { idOf, rowAt } from "./current_match.js";
import { filled, template } from "./drawing.js";
import { saveEntry } from "./entry_saving.js";
import { turnHome } from "./navigation.js";
import { match, screen } from "./state.js";
import { answerIn } from "./turned_view.js";
import { forgetDraft, write, writeOrSay } from "./writing.js";

// Take a form that writes: an act of one button, which `posted` names, another act, or a hand. Gives
// false where the server is to take it.
/**
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter
 * @param {string | undefined} posted
 */
export async function takeForm(form, submitter, posted) {
  if (form.matches("[data-act]")) await writeForm(form, submitter);
  else if (posted) await writePosted(form, posted);
  else return saveEntry(submitter);
  return true;
}

/** @param {HTMLFormElement} form @param {string} op */
function writePosted(form, op) {
  const { seq, op_id } = form.elements;
  const isAnswer = op === "turned"; // to a flag in the ledger
  const operation = isAnswer
    ? answerIn(new FormData(form))
    : { op, ...(seq && { seq: idOf(seq.value) }) };
  return writeOrSay(/** @type {Operation} */ (operation), op_id.value || newId());
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function writeForm(form, submitter) {
  const typed = new FormData(form, submitter);
  if (form.dataset.act === "claim") return writeClaim(form, typed);
  return form.dataset.act === "adjust" ? proposeAdjustment(form, typed) : writeAnswer(form, typed);
}

/** @param {HTMLFormElement} form @param {FormData} typed */
async function writeClaim(form, typed) {
  const claim = claimIn(typed);
  const isAsked = isShort(claim) && typed.get("sure") !== `${claim.side}:${claim.points}`;
  const show = (/** @type {Record<string, string>} */ wrong) =>
    redraw(form, "claim", claimValues(match.ledger, shownIn(typed), wrong, isAsked ? claim : null));
  if (isAsked) return show({});
  const op_id = newId();
  const problems = await write(/** @type {Operation} */ ({ op: "claim", ...claim }), op_id);
  if (problems.length === 0) return forgetDraft(form, op_id);
  show(textsOf(problems, "claim", (one) => words.claimProblemText(one, {}, match.ledger.rules)));
}

/** @param {FormData} typed */
const shownIn = (typed) => ({ side: typed.get("side"), points: typed.get("points") });

// Would the other side win by the claim?
/** @param {ReturnType<typeof claimIn>} claim @returns {claim is Claim} */
function isShort(claim) {
  const { side, points } = claim;
  if ((side !== "A" && side !== "B") || points === "" || !Number.isInteger(points)) return false;
  return claimSum({ side, points }, match.ledger).short > 0;
}

/** @param {HTMLFormElement} form @param {FormData} typed */
function proposeAdjustment(form, typed) {
  const row = rowAt(screen.view.ref);
  if (screen.view.ref && !row) return turnHome(); // it was voided meanwhile
  const { before, ...adjustment } = adjustmentIn(typed, form);
  const op = row?.entry.adjust
    ? { op: "correct", hand_id: row.id, ...adjustment }
    : { op: "adjust", ...adjustment, ...(before && { before: idOf(before) }) };
  const problems = proposeTyped(/** @type {Operation} */ (op));
  if (problems.length === 0) return;
  const wrong = textsOf(problems, "adjust", adjustProblemText);
  for (const side of SIDES) {
    if (wrong.adjust && Number.isNaN(adjustment.adjust[side]))
      wrong[`points_${side}`] = wrong.adjust;
  }
  if (SIDES.some((side) => wrong[`points_${side}`])) delete wrong.adjust;
  redraw(form, "adjust", adjustFormValues(match.ledger, row, kindsIn(form), wrong));
}

/** @param {Problem} problem */
function adjustProblemText(problem) {
  const own = template("view-adjust").dataset[keyOf(problem)];
  return own ?? words.claimProblemText(problem, {}, match.ledger.rules);
}

// `missing` and `adjust` are `missingAdjust`, as the attributes of forms have it.
/** @param {Problem} problem */
const keyOf = ({ code, field }) => `${code}${field?.replace(/^./, (one) => one.toUpperCase())}`;

/** @param {HTMLFormElement} form @param {FormData} typed */
async function writeAnswer(form, typed) {
  const op_id = newId();
  const [wrong] = await write(answerIn(typed), op_id);
  if (!wrong) return forgetDraft(form, op_id);
  /** @type {Found} */ (form.querySelector(".wrong")).textContent =
    form.dataset[keyOf(wrong)] ?? words.claimProblemText(wrong, {}, match.ledger.rules);
}

// Each problem in words, by the place beside which it is shown: its field's, or the form's.
/**
 * @param {Problem[]} problems @param {string} form
 * @param {(problem: Problem) => string} textOf
 */
function textsOf(problems, form, textOf) {
  const places = template(`view-${form}`).content;
  const placeOf = (/** @type {Problem} */ { field = form }) => {
    const place = field === "hands" ? "before" : field; // after the end: another place is to choose
    return places.querySelector(`#wrong-${place}`) ? place : form;
  };
  return Object.fromEntries(problems.map((one) => [placeOf(one), textOf(one)]));
}

// Show the form with what is wrong in it. What was typed stays.
/** @param {HTMLFormElement} form @param {string} name @param {ViewValues} values */
function redraw(form, name, values) {
  const { hidden } = /** @type {Found} */ (form.querySelector("[data-clear]"));
  const fresh = /** @type {Found} */ (filled(name, values).part.querySelector("form"));
  become(form, fresh);
  /** @type {Found} */ (form.querySelector("[data-clear]")).hidden = hidden;
}
