// A match that is started without the server: on this phone, under an id that it chooses. The form's
// fields are read as web/match_form.py and setup.py read them.

import { isFitName, tidyName } from "./names.js";
import { add, newId } from "./outbox.js";
import {
  cutDealer,
  HIGHEST_TARGET,
  LOWEST_TARGET,
  PRESETS,
  SEATS,
  SWITCHES,
  VERSION,
} from "./rules.js";

const form = document.querySelector("form[data-says]");

// Keeps the match that was typed, and goes there; or says beside the fields what is wrong with it.
export async function startHere(typed) {
  const head = headIn(typed);
  if (!markWrong(head)) return;
  const op_id = newId();
  const match = newMatchId();
  const says = form.dataset.says;
  const at = Date.now();
  await add({ op_id, match, op: { create: head }, revision: 0, at, engine: VERSION, says });
  location.assign(`/m/${match}/`);
}

// 128 random bits, as services/matches.py makes them.
function newMatchId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return id.startsWith("-") ? newMatchId() : id;
}

// --- the form read ---

function headIn(typed) {
  const rules = rulesIn(typed);
  const name = (field) => tidyName(typed.get(field) ?? "");
  const party = (side) => ({
    name: name(`name_${side}`),
    players: [name(`player_${side}1`), name(`player_${side}2`)],
  });
  return {
    sides: { A: party("A"), B: party("B") },
    rules,
    target: rules.target,
    first_dealer: dealerIn(typed, rules),
    started: new Date().toISOString().replace(/\.\d+Z$/, "+00:00"),
  };
}

function rulesIn(typed) {
  const preset = typed.get("preset");
  const rules = { preset, ...PRESETS[preset] };
  for (const [field, values] of Object.entries(SWITCHES)) {
    const turned = values.find((value) => optionOf(value) === typed.get(`switch_${field}`));
    if (turned !== undefined) rules[field] = turned;
  }
  return { ...rules, target: targetIn(typed, rules) };
}

// As the form's options have it: True and False begin with a capital there.
const optionOf = (value) =>
  String(value).replace(/^[tf](?=rue$|alse$)/, (one) => one.toUpperCase());

// Other rules count in another unit: without the server the form still offers the old one's targets.
function targetIn(typed, rules) {
  const before = PRESETS[typed.get("rules_of")];
  const isOther = typed.get("rules_of") !== rules.preset;
  const chosen = typed.get("target") === "own" ? typed.get("target_own") : typed.get("target");
  const isLeft = isOther && (before.unit !== rules.unit || Number(chosen) === before.target);
  return isLeft ? PRESETS[rules.preset].target : Number(chosen);
}

function dealerIn(typed, rules) {
  const chosen = typed.get("first_dealer");
  if (chosen === "lot") return SEATS[crypto.getRandomValues(new Uint8Array(1))[0] % SEATS.length];
  if (chosen === "cut") return cutDealer(typed.get("shuffler"), typed.get("cut"), rules);
  return chosen;
}

// --- what is wrong with it, beside the field ---

function markWrong({ sides, target }) {
  for (const wrong of form.querySelectorAll(".wrong")) wrong.remove();
  const names = { name_A: sides.A.name, name_B: sides.B.name };
  for (const seat of SEATS) names[`player_${seat}`] = sides[seat[0]].players[seat[1] - 1];
  const unfit = Object.keys(names).filter((field) => !isFitName(names[field]));
  for (const field of unfit) mark(field, form.dataset.wrongName);
  const isTarget = Number.isInteger(target) && target >= LOWEST_TARGET && target <= HIGHEST_TARGET;
  if (!isTarget) mark("target_own", form.dataset.wrongTarget);
  return unfit.length === 0 && isTarget;
}

function mark(field, text) {
  const input = form.elements.namedItem(field);
  const wrong = document.createElement("span");
  wrong.className = "wrong";
  wrong.textContent = text;
  input.after(wrong);
  input.focus();
}
