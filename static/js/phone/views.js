// The views of a match besides the entry: the ledger, a hand, an adjustment, and the forms of other acts.
// One view turns the last hand to the side across the table, which answers on this phone. Another shows the
// changes that an operation would make, before it is written.

import { checkAct } from "../acting.js";
import { forgetWritten } from "../kept.js";
import { actOf } from "../ledger.js";
import { tidyName } from "../names.js";
import { newId } from "../outbox.js";
import { otherHand } from "../outbox_choices.js";
import { winnerFirst } from "../rules.js";
import { openForm } from "../typed_draft.js";
import { changeValues } from "../view_values/change_values.js";
import { adjustFormValues, claimValues, kindsIn } from "../view_values/form_values.js";
import { adjustmentValues, handValues } from "../view_values/hand_values.js";
import { matchValues, whyIn } from "../view_values/ledger_values.js";
import { turnedValues } from "../view_values/turned_values.js";
import { between, numberText, ownSide } from "../words.js";
import { arrive, draw, find, template, warn } from "./drawing.js";
import { drawLedger } from "./ledger_page.js";
import { goTo, homeUrl, push, turnHome, views } from "./navigation.js";
import {
  idOf,
  isAlone,
  isBehind,
  isLost,
  isRefused,
  match,
  rowAt,
  screen,
  servedMatch,
} from "./state.js";
import { forgetDraft, write } from "./writing.js";

/** @type {Record<string, ShowView>} */
const own = {
  match(_view, { isNew }) {
    const { ledger, waiting, difference } = match;
    const values = matchValues(ledger, match.home, match.side);
    const [first] = waiting;
    const other = first?.state === "refused" ? otherHand(first, waiting) : null;
    const more = {
      evening: match.evening || template("view-match").dataset.name,
      why: document.documentElement.dataset.entry && whyIn(ledger),
      waiting: waiting.length,
      is_refused: isRefused() && !isLost() && !other,
      other_hand: other?.number,
      is_lost: isLost(),
      is_strange: match.isStrange,
      ...difference,
    };
    // A rematch is the server's to begin.
    const isOver = values.is_over;
    const atDesk = isOver && servedMatch?.at_table;
    const isFree = isOver && !atDesk;
    const alone = { is_held_up: waiting.length > 0, next_match: isFree };
    drawLedger(
      { ...values, ...more, at_desk: atDesk, ...(isAlone() ? alone : { asks_server: isFree }) },
      titleOf(ledger, values),
    );
    if (!isNew) return;
    forgetWritten(
      match.id,
      ledger.acts.map(({ op_id }) => op_id),
    );
    arrive(".plus");
  },
  hand({ ref }, { isNew }) {
    const row = rowAt(ref);
    if (!row) return turnHome();
    if (row.number !== null) draw("hand", handValues(match.ledger, row, match.home));
    else draw("adjustment", adjustmentValues(match.ledger, row, match.home));
    if (isNew) arrive();
  },
  claim() {
    draw("claim", claimValues(match.ledger));
    openForm(formHere());
    arrive();
  },
  adjust({ ref }) {
    const row = rowAt(ref);
    if (ref && !row?.entry.adjust) return turnHome();
    const kinds = kindsIn(template("view-adjust").content);
    draw("adjust", adjustFormValues(match.ledger, row, kinds));
    openForm(formHere());
    arrive();
  },
  turned({ ref, side }, { isNew }) {
    const row = rowAt(ref);
    if (!row || row.number === null || !side) return turnHome();
    const values = turnedValues(match.ledger, row, side, match);
    const { dataset } = template("view-turned");
    const heading = dataset[ownSide(values.reader) ?? "side"]?.replace(
      "{side}",
      () => values.reader,
    );
    draw("turned", { ...values, heading });
    if (isNew) arrive();
  },
  void({ ref }) {
    const row = rowAt(ref);
    if (!row || propose({ op: "void", hand_id: row.id }).length > 0) turnHome();
  },
};
Object.assign(views, own);

// Both sides with their totals, the winner first.
/** @param {Ledger} ledger @param {BySide<string>} names */
function titleOf({ totals, winner }, names) {
  const [first, second] = winnerFirst({ winner });
  const sign = between({ B: totals[second] });
  const [best, other] = [first, second].map((side) => numberText(totals[side]));
  return `${names[first]} ${best} ${sign} ${other} ${names[second]}`;
}

const formHere = () => /** @type {HTMLFormElement} */ (document.querySelector("form[data-draft]"));

// --- a hand, turned to the side across the table ---

// Its style comes with the views, for there may be no network when it is wanted.
const style = /** @type {Found} */ (template("turned-style").content.firstElementChild);
style.dataset.stays = "";
document.body.append(style);

// The side's answer, as an operation.
/** @param {FormData} typed @returns {Operation} */
export function answerIn(typed) {
  const [B, A, ...ref] = String(typed.get("hand")).split(":").reverse();
  const shown = {
    hand_id: idOf(ref.reverse().join(":")),
    side: /** @type {Side} */ (typed.get("side")),
    score: { A: Number(A), B: Number(B) },
  };
  if (typed.get("answer") === "agree") return { op: "agree_here", ...shown };
  const reason = String(typed.get("chip") ?? typed.get("reason"));
  return { op: "flag_here", ...shown, reason: tidyName(reason) };
}

// --- the changes that an operation would make ---

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
