// The badge "On this phone" and the list behind it: what is unsent, why, and what can be done.

import * as outbox from "./outbox.js";
import {
  actsSince,
  correctWith,
  forget,
  isTwin,
  keepTheirs,
  otherHand,
  refsToUnsent,
  seenBy,
  sendAgain,
  setAside,
} from "./outbox_choices.js";
import { offeredIn, readFile, takeIn, writeFile } from "./outbox_file.js";
import { SIDES } from "./rules.js";
import { problemKind } from "./sending.js";
import { store } from "./store.js";
import { announced } from "./view_values/latest_act.js";
import * as words from "./words.js";

const badge = document.querySelector("#outbox-badge");
const sheet = document.querySelector("#outbox");
const list = sheet.querySelector("[data-ops]");
const template = sheet.querySelector("template");
const done = sheet.querySelector("#outbox-done");
const offered = sheet.querySelector("[data-offered]");
const DOWNLOAD_MS = 60_000; // iOS begins it after the tap's turn
const DECIDES = ["again", "instead", "theirs"]; // an empty list closes after one of these
let shown = [];
let file = null;
let isDecided = false; // about one that was refused, since the list was opened

async function show() {
  const unsent = await outbox.unsent();
  shown = [...unsent, ...(await outbox.aside())];
  badge.hidden = unsent.length === 0; // what was set aside is behind the menu
  sheet.toggleAttribute("data-sent", shown.length === 0);
  badge.querySelector("[data-count]").textContent = String(unsent.length);
  document.querySelector("#outbox-unkept").hidden = !isOnlyHere();
  const blocked = new Set();
  const rows = shown.map((op) => {
    const state = stateOf(op, blocked.has(op.match));
    if (op.state === "refused") blocked.add(op.match);
    return rowOf(op, state);
  });
  list.replaceChildren(...rows);
  if (isDecided && shown.length === 0) sheet.hidePopover?.();
}

// Would it be gone with this page?
const isOnlyHere = () => shown.length > 0 && !store.isKept;

// The state of a row, by which an attribute of the list has the words.
function stateOf(one, isBehind) {
  const { state, answer, op } = one;
  if (state !== "refused") return state === "waiting" && isBehind ? "behind" : state;
  const kind = problemKind(answer.problem);
  if (kind === "names_erased") return "nameless";
  if (kind === "unwritten" && refsToUnsent(op).length === 0) return "after";
  if (answer.status === 409 && answer.acts && theirs(one).length === 0) return "moved";
  const other = otherHand(one, shown);
  if (other) return isTwin(one, other) ? "twin" : other.isLast ? "same" : "409";
  if (["unwritten", "invited", "started", "lost"].includes(kind)) return kind;
  if (answer.status === 409 && isOfSameHand(one)) return "over";
  if (answer.status === 409 && !answer.acts) return "refused";
  return String(answer.status) in list.dataset ? String(answer.status) : "refused";
}

// A correction of what another phone has corrected meanwhile: only one of the two can stand.
const isOfSameHand = (one) =>
  one.op.op === "correct" &&
  actsSince(one).some(({ kind, data }) => kind === "corrected" && data.hand_id === one.op.hand_id);

function rowOf(op, state) {
  const row = /** @type {HTMLElement} */ (template.content.firstElementChild.cloneNode(true));
  row.dataset.op = op.op_id;
  row.querySelector(".says").textContent = wordsOf(op);
  row.querySelector(".why").textContent = [wordsFor(state), ...reasonsOf(op, state)].join(" ");
  if (state !== "nameless") row.querySelector(".theirs").append(...theirs(op, state).map(lineOf));
  for (const way of row.querySelectorAll("[data-on]")) {
    way.hidden = !way.dataset.on.split(" ").includes(state);
  }
  row.querySelector("a").href = `/m/${op.answer?.problem?.id}/`;
  return row;
}

// A state that has no words is a conflict.
const wordsFor = (state) => list.dataset[state] ?? list.dataset["409"];

function lineOf(words) {
  const line = document.createElement("li");
  line.textContent = words;
  return line;
}

function reasonsOf({ answer }, state) {
  if (state !== "refused") return [];
  const { problems = [], detail } = answer.problem;
  return problems.length > 0 ? problems.map((one) => one.message) : [detail];
}

// The acts written meanwhile, in the words of the ledger; equal words stand once. Beside a
// twin that is the other phone's alone.
function theirs(one, state) {
  const { problem, revision: now } = one.answer ?? {};
  const rows = problem?.match?.rows ?? [];
  const since = actsSince(one);
  // The erasing is no act of play.
  if (since.length === 0 && seenBy(one) < now) return [list.dataset.erased];
  const lines = (state === "twin" ? since.slice(0, 1) : since).map((act) => {
    const row = rows.find(({ id, score }) => score && id === (act.data.hand_id ?? act.seq));
    if (!row) return list.dataset.more;
    return `${list.dataset.hand.replace("{number}", row.number)}: ${words.scoresText(row.score)}`;
  });
  return [...new Set(lines)];
}

const wordsOf = ({ says, op }) => says ?? op.op ?? list.dataset.more;

const offeredWordsOf = (op) =>
  [
    wordsOf(op),
    op.state === "aside" && list.dataset.aside,
    op.replaces && list.dataset.replaces.replace("{what}", op.replaces),
  ]
    .filter(Boolean)
    .join(" · ");

// The list as text. Without the words of the rules, operations stand as the phone stores them.
async function inFull() {
  try {
    return await linesInFull(shown, wordsOf, offered.dataset.words);
  } catch {
    return shown.map((one) => `${wordsOf(one)} · ${JSON.stringify(one.op)}`);
  }
}

const does = {
  // An operation that was set aside is asked about again: its twin may stand in the ledger.
  again: ({ op_id, state, answer }) =>
    sendAgain(op_id, state === "aside" ? undefined : answer?.revision, list.dataset.noReason),
  instead: (op) => correctWith(op.op_id, otherHand(op, shown).act.seq, op.answer.revision),
  theirs: (op) => keepTheirs(op, otherHand(op, shown).act),
  aside: (op) => setAside(op.op_id),
  forget: (op) => forget(op.op_id),
  async send() {
    await outbox.sendNow();
    const states = (await outbox.unsent()).map((op) => op.state);
    const isHeldUp = states.includes("waiting") && !states.includes("refused");
    done.textContent = isHeldUp ? done.dataset.unreached : "";
  },
  async copy() {
    try {
      await navigator.clipboard.writeText((await inFull()).join("\n"));
      done.textContent = done.dataset.copied;
    } catch {
      done.textContent = done.dataset.uncopied;
    }
  },
  async save() {
    for (const match of new Set(shown.map((op) => op.match))) {
      const link = document.createElement("a");
      const text = await writeFile(match);
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      link.download = `tefteri-${match}-unsent.json`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
    }
  },
  async take() {
    const isTaken = await takeIn(file);
    offered.hidden = isTaken;
    done.textContent = isTaken ? done.dataset.taken : done.dataset.unwritable;
  },
};

sheet.addEventListener("click", async ({ target }) => {
  const button = /** @type {Found} */ (target).closest("[data-does]");
  if (!button) return;
  done.textContent = "";
  const id = button.closest("[data-op]")?.dataset.op;
  isDecided ||= DECIDES.includes(button.dataset.does);
  await does[button.dataset.does](shown.find((op) => op.op_id === id));
});

const chosen = sheet.querySelector("[data-take]");
chosen.addEventListener("change", look);
if (chosen.files.length > 0) look(); // chosen before this script was there

async function look() {
  const text = await chosen.files[0].text();
  chosen.value = "";
  offered.hidden = true;
  try {
    file = await offeredIn(readFile(text), offered.dataset);
    done.textContent = file ? "" : done.dataset.unwritable;
  } catch {
    file = null;
    done.textContent = done.dataset.unread;
  }
  if (file?.ops.length > 0) offer(file.ops);
  else if (file) done.textContent = done.dataset.taken; // the match has them all
}

function offer(ops) {
  const hands = ops.map(offeredWordsOf).map(lineOf);
  offered.querySelector("[data-hands]").replaceChildren(...hands);
  offered.hidden = false;
}

addEventListener("beforeunload", (event) => {
  if (isOnlyHere()) event.preventDefault();
});

// Its way led through the menu, which would lie over the page behind it.
sheet.addEventListener("toggle", ({ newState }) => {
  isDecided = false;
  if (newState === "closed") document.querySelector("#menu:popover-open")?.hidePopover();
});

// --- an operation in words, with all that it takes to write it again by hand ---

// Its line already says these, or they are no part of what was played.
const SAID =
  "op create hand contract adjust reason hand_id before seq score scored known_revision".split(" ");
const IN_CONTRACT = ["passed_out", "bidder", "bid", "trump", "doubled"];
const OF_A_SIDE = ["points", "declarations", "pilotta", "pilotta_failed", "kapo"];

// One line for each, behind what it says in the list.
async function linesInFull(ops, lineOf, vocabulary) {
  await words.loadWords(vocabulary);
  const lines = [];
  for (const one of ops) {
    const names = await namesOf(one.match);
    lines.push([lineOf(one), ...detailsOf(one.op, names)].join(" · "));
  }
  return lines;
}

async function namesOf(match) {
  const { acts, ops, side } = await outbox.stateOf(match);
  const started = acts[0]?.data;
  const create = ops.find(({ op }) => op.create)?.op.create;
  const { sides } = started ?? create ?? {};
  return sides ? words.readAs(side, () => words.sideNames(sides)) : words.defaultSideNames();
}

function detailsOf(op, names) {
  const hand = op.hand ?? {};
  const bySide = SIDES.map((side) => ofSide(hand, side));
  const told = SIDES.map((side, place) => bySide[place] && `${names[side]}: ${bySide[place]}`);
  const others = [
    ...Object.entries(hand).filter(([name]) => ![...IN_CONTRACT, ...OF_A_SIDE].includes(name)),
    ...Object.entries(op).filter(([name]) => !SAID.includes(name)),
  ];
  return [...told.filter(Boolean), ...others.map(([name, value]) => other(name, value, names))];
}

// A field and its value in words. A side has its name. A field without a word is shown by its value alone.
function other(name, value, names) {
  const told = names[value] ?? (value === "nobody" ? "–" : value);
  return words.isSaid("field", name) ? `${words.say("field", name)}: ${told}` : told;
}

function ofSide(hand, side) {
  const { points, kapo } = hand;
  const told = [
    points?.[side] !== undefined && `${words.say("title", "cards")} ${points[side]}`,
    announced(hand, side),
    kapo === side && words.kapoWord(),
  ];
  return told.filter(Boolean).join(", ");
}

outbox.subscribe(show);
document.addEventListener("stored", show);
show();
