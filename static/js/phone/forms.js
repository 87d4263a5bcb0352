// Turns the forms of a scorer's page into operations.

import { box, form as entryForm, find, isAsked, keep, state } from "../hand_form/form.js";
import { stopTyping } from "../hand_form/keypad.js";
import { context, preview, showLive, toMendIn } from "../hand_form/live.js";
import { contractData, handToSave } from "../hand_preview.js";
import { newId } from "../outbox.js";
import { SIDES, writeHand } from "../rules.js";
import {
  adjustFormValues,
  adjustmentIn,
  claimIn,
  claimValues,
  kindsIn,
} from "../view_values/form_values.js";
import { claimSum } from "../view_values/ledger_values.js";
import * as words from "../words.js";
import { become } from "./become.js";
import { filled, template, warn } from "./drawing.js";
import { leave, show, turnHome } from "./navigation.js";
import { idNow, idOf, isBehind, match, rowAt, screen } from "./state.js";
import { answerIn, propose, proposeTyped } from "./views.js";
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

// Show the form with its faults, and with everything that was typed.
/** @param {HTMLFormElement} form @param {string} name @param {ViewValues} values */
function redraw(form, name, values) {
  const { hidden } = /** @type {Found} */ (form.querySelector("[data-clear]"));
  const fresh = /** @type {Found} */ (filled(name, values).part.querySelector("form"));
  become(form, fresh);
  /** @type {Found} */ (form.querySelector("[data-clear]")).hidden = hidden;
}

// --- an entered hand: it is written, or its changes are shown first; else the form says what is wrong ---

/** @param {Place} place @param {Hand} hand @param {string} op_id */
export function saveHand({ kind, ref, hand: before, isSaved }, hand, op_id) {
  if (kind === "new") return writeNext({ op: "record", hand }, op_id);
  if (kind === "insert") return proposeTyped({ op: "insert", hand, before: idNow(ref) });
  if (isSaved && JSON.stringify(hand) === JSON.stringify(writeHand(before ?? {}))) return leave();
  return proposeTyped({ op: "correct", hand_id: idNow(ref), hand });
}

/** @param {PartialHand} contract @param {string} op_id */
export const saveContract = (contract, op_id) => writeNext({ op: "contract", contract }, op_id);

// Write the next hand, or its contract. If the match went on, keep what is typed for the hand that is
// next now.
/** @param {Operation} op @param {string} op_id */
function writeNext(op, op_id) {
  const isWritten = match.ledger.acts.some((act) => act.op_id === op_id);
  if (!isBehind() || isWritten || match.ledger.end) return write(op, op_id, correct);
  keep();
  screen.isOwn = true;
  show({ name: "entry", kind: "new" });
  warn("view-entry", match.ledger.number);
  return [];

  /** @param {NamedAct} act */
  function correct({ id }) {
    return propose({ op: "correct", hand_id: id, hand: /** @type {Hand} */ (op.hand) });
  }
}

// --- the entry form: a hand, its contract alone, or that all passed ---

// Gives false where the form is not ours yet.
/** @param {Found | HTMLElement | null} submitter */
async function saveEntry(submitter) {
  if (!state.context) return false;
  const { save, saveContract, checkDraft } = state.context;
  if (state.old) await checkDraft();
  if (isAsked()) return showQuestion();
  const { op_id, contract_op_id } = entryForm().elements;
  const { name = "", value = "" } = /** @type {Found} */ (submitter ?? {});
  const act = name === "act" ? value : "";
  stopTyping();
  if (name === "swept") answerSwept(value);
  const typed = new FormData(entryForm());
  if (act === "passed_out") {
    showProblems(await save({ passed_out: true }, op_id.value));
  } else if (act === "contract") {
    showProblems(await saveContract(contractData(typed), contract_op_id.value));
  } else {
    const shown = preview({ typing: false });
    if (!shown.isReady) refuse(showLive(shown));
    else showProblems(await save(handIn(typed, shown), op_id.value));
  }
  return true;
}

function showQuestion() {
  find("#menu").hidePopover?.();
  find("[data-question]").focus();
  return true;
}

/** @param {FormData} typed @param {HandPreview} shown */
const handIn = (typed, { hand }) => /** @type {Hand} */ (handToSave(typed, hand, context().rules));

// The answer stands in the form from now on, whatever becomes of the save.
/** @param {string} value */
function answerSwept(value) {
  const answer = { type: "hidden", name: "swept", value };
  find("#live").replaceChildren(Object.assign(document.createElement("input"), answer));
  state.chosen.set("swept", [value]);
  showLive();
}

/** @param {Problem[] | void} problems */
function showProblems(problems) {
  if (!problems || problems.length === 0) return;
  refuse(showLive({ ...preview({ typing: false }), wrong: problems }));
}

/** @param {HandPreview} shown */
function refuse(shown) {
  find("#live").classList.add("refused");
  const isPoints = shown.wrong[0]?.field === "points";
  box("A").ariaInvalid = box("B").ariaInvalid = isPoints ? "true" : null;
  const message = find("#message");
  message.className = "message sr"; // it stands in the live result, in sight
  message.textContent = `${entryForm().dataset.notSaved} ${toMendIn(shown)}`;
}
