// A hand that was typed before the match went on. Another phone may have written the same hand since: the
// page asks about that before it can be saved. The ledger leads back to a hand still to be played.

import { fill } from "../fill.js";
import {
  choose,
  find,
  forget,
  form,
  isAsked,
  isThere,
  keep,
  state,
  typedValue,
} from "../hand_form/form.js";
import { showLive, showRestored } from "../hand_form/live.js";
import { contractData, fields } from "../hand_preview.js";
import { device, tab } from "../kept.js";
import { ledgerOf } from "../ledger.js";
import { subscribe } from "../outbox.js";
import { contractOf, handWords, namesIn } from "../view_values/shared.js";
import * as words from "../words.js";
import { template } from "./drawing.js";
import { goTo, homeUrl, show } from "./navigation.js";
import { match, rowAt, screen } from "./state.js";

// --- the entry ---

// Ask or say what the scorer has to know of the draft that the entry shows.
/** @param {Place} place */
export function checkDraft(place) {
  const draft = state.old;
  if (!draft || isAsked() || !isThere()) return;
  if (isWritten(draft)) return beginAnew();
  const hands = place.kind === "new" ? handsSince(draft) : [];
  if (hands.length > 0) return ask(hands, place, draft);
  state.old = null;
  sayWhatChanged(place, draft);
}

/** @param {HandDraft} draft */
const isWritten = ({ ops }) => match.ledger.acts.some(({ op_id }) => ops.includes(op_id));

function beginAnew() {
  state.old = null;
  forget();
  if (screen.isOwn) show(screen.view);
  else form().reset();
}

// The ledger for which it was typed; null where its last act is not there any more.
/** @param {DecidedOn} draft @returns {Ledger | null} */
function ledgerThen({ revision, after }) {
  const { acts } = match.ledger;
  const named = acts.findIndex(({ op_id }) => op_id === after);
  const last =
    named >= 0 ? named : acts.findLastIndex(({ seq = Infinity }) => seq <= Number(revision));
  return last >= 0 ? ledgerOf(acts.slice(0, last + 1)) : null;
}

// The hands that are played and were not as it was typed: new ones, and one that was brought back.
/** @param {DecidedOn} draft */
function handsSince(draft) {
  const { acts, rows } = match.ledger;
  /** @param {LedgerRow} row */
  const isNew = ({ id }) => acts.some((act) => act.id === id && act.kind === "recorded");
  const then = ledgerThen(draft);
  const played = /** @type {LedgerHandRow[]} */ (rows.filter(isNew));
  return then
    ? played.filter(({ id }) => !then.rows.some((row) => row.id === id))
    : played.slice(-1);
}

// Show the hands above what is typed, and the question in place of Save.
/** @param {LedgerHandRow[]} hands @param {Place} place @param {HandDraft} draft */
function ask(hands, place, draft) {
  const names = namesIn(match.ledger);
  const part = fill(template("same-hand"), { number: place.number });
  const question = /** @type {Found} */ (part.querySelector("[data-question]"));
  /** @param {LedgerHandRow} row */
  const wordsOf = ({ number, entry, rules }) =>
    messageText("written", { number, hand: handWords(entry, rules, names) });
  showMessage(hands.map(wordsOf), "message");
  find(".foot").append(question);
  setAsked(question, true);
  for (const answer of question.querySelectorAll("[data-answer]")) {
    answer.addEventListener("click", answer.dataset.answer === "same" ? drop : goOn);
  }
  form().addEventListener("reset", close, { once: true });

  function close() {
    setAsked(question, false);
    question.remove();
    showMessage([], "message");
    state.old = null;
    showLive();
  }

  function drop() {
    forget();
    goTo(homeUrl());
  }

  function goOn() {
    close();
    keep();
    sayWhatChanged(place, draft);
  }
}

// During the question the typed fields are only there to be compared.
/** @param {Element} question @param {boolean} isOn */
function setAsked(question, isOn) {
  const parts = [...form().children, ...find(".foot").children];
  for (const part of /** @type {HTMLElement[]} */ (parts)) {
    if (!part.matches("input, .message, .foot") && part !== question) part.inert = isOn;
  }
  for (const part of form().querySelectorAll(".keypad, #save-bid, .save:has([data-save])"))
    part.hidden = isOn;
}

// Say what of the draft does not go with the match as it stands.
/** @param {Place} place @param {HandDraft} draft */
function sayWhatChanged(place, draft) {
  const then = ledgerThen(draft);
  if (!then) return;
  const { ledger } = match;
  const names = namesIn(ledger);
  const lost = lostIn(draft, then.rules);
  const texts = lost.length > 0 ? [messageText("unfit", { what: lost.join(" · ") })] : [];
  const called = place.kind === "new" ? calledSince(then) : null;
  if (called) texts.push(messageText("called", { hand: contractOf(called, ledger.rules, names) }));
  const row = place.kind === "correct" ? rowAt(place.ref) : null;
  const before = then.rows.find(({ id }) => id === row?.id);
  if (row?.number && JSON.stringify(row.entry) !== JSON.stringify(before?.entry))
    texts.push(messageText("corrected", { hand: handWords(row.entry, row.rules, names) }));
  if (texts.length > 0) showMessage(texts, "message bad");
}

// The contract that was written since, where the draft has another one. One without a bid takes it over.
/** @param {Ledger} then */
function calledSince(then) {
  const { open, rules } = match.ledger;
  if (!open || JSON.stringify(open) === JSON.stringify(then.open)) return null;
  if (!typedValue("contract")) {
    choose(fields(open, rules));
    showRestored();
  }
  const names = namesIn(match.ledger);
  /** @param {PartialHand} hand */
  const textOf = (hand) => contractOf(hand, rules, names);
  return textOf(contractData(new FormData(form()))) === textOf(open) ? null : open;
}

// The choices that have no control by the present rules.
/** @param {HandDraft} draft @param {Rules} rules as they were then */
function lostIn({ typed }, rules) {
  const chosen = new Map(typed);
  /** @param {string} name */
  const isLost = (name) => Boolean(chosen.get(name)) && typedValue(name) !== chosen.get(name);
  const bid = chosen.get("contract")?.split(":")[1] ?? "";
  const points = bid === "kapo" ? bid : Number(bid) + Number(chosen.get("ones") ?? 0);
  return [
    (isLost("contract") || isLost("ones")) && words.bidText(points, rules),
    isLost("trump") && words.trumpName(chosen.get("trump")),
    isLost("doubled") && words.doubledText(Number(chosen.get("doubled"))),
    isLost("pilotta_failed") && template("same-hand").dataset.failed,
  ].filter(Boolean);
}

/** @param {string} text its name in the template @param {Record<string, unknown>} values */
const messageText = (text, values) =>
  (template("same-hand").dataset[text] ?? "").replace(/⟦(\w+)⟧/g, (_, key) => String(values[key]));

/** @param {string[]} texts @param {string} className */
function showMessage(texts, className) {
  Object.assign(find("#message"), { textContent: texts.join("\n"), className });
}

// --- the ledger ---

// Say on the button for the next hand that one is half typed.
function nameNext() {
  if (!match.ledger) return;
  const draft = device.get(`draft:${match.id}:new`);
  const goesOn = draft?.typed.length > 0 && !isWritten(draft) && handsSince(draft).length === 0;
  const next = document.querySelector(".plus");
  const { nextHand } = screen;
  if (nextHand && (nextHand.place !== next || !goesOn)) {
    nextHand.place.replaceChildren(...nextHand.nodes);
    screen.nextHand = null;
  }
  if (!next || !goesOn) return;
  screen.nextHand ??= { place: next, nodes: [...next.childNodes] };
  const { goOn } = template("view-match").dataset;
  next.textContent = goOn?.replace("⟦number⟧", String(match.ledger.number)) ?? "";
}

// A hand that was sent has its number from now on, and so has the draft of its correction.
subscribe(({ type, op, seq }) => {
  if (type !== "saved" || op.match !== match.id) return;
  const old = `op:${op.op_id}`;
  for (const key of tab.keys(`draft:${match.id}:`).filter((one) => one.endsWith(old))) {
    tab.set(key.replace(old, String(seq)), tab.get(key));
    tab.remove(key);
  }
});

document.addEventListener("drawn", nameNext);
addEventListener("pageshow", nameNext); // from the browser's memory
nameNext();
