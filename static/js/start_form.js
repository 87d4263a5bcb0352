// The form of a new match, read as the server reads it (web/match/match_form.py, setup.py). So the match is
// the same with a network and without.

import { isFitName, tidyName } from "./names.js";
import { cutDealer, HIGHEST_TARGET, LOWEST_TARGET, PRESETS, SEATS, SWITCHES } from "./rules.js";

// Read the match's head from the form; `started` is the phone's clock.
export function headIn(typed) {
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

// Read the club that the match is played at, and who of its roster was chosen.
export function clubIn(typed) {
  const club = typed.get("club");
  if (!club) return {};
  const chosen = SEATS.map((seat) => [seat, typed.get(`person_${seat}`)]);
  return { club, persons: Object.fromEntries(chosen.filter(([, person]) => person)) };
}

// The fields that cannot stay as they are, and `target_own` where the target is no number for one.
export function wrongIn({ sides, target }) {
  const names = { name_A: sides.A.name, name_B: sides.B.name };
  for (const seat of SEATS) names[`player_${seat}`] = sides[seat[0]].players[Number(seat[1]) - 1];
  const wrong = Object.keys(names).filter((field) => !isFitName(names[field]));
  const isTarget = Number.isInteger(target) && target >= LOWEST_TARGET && target <= HIGHEST_TARGET;
  return isTarget ? wrong : [...wrong, "target_own"];
}

function rulesIn(typed) {
  const preset = typed.get("preset");
  const rules = { preset, ...PRESETS[preset] };
  for (const [field, values] of Object.entries(SWITCHES)) {
    const turned = values.find((value) => optionOf(value) === typed.get(`switch_${field}`));
    if (turned !== undefined) rules[field] = turned;
  }
  return { ...rules, target: targetIn(typed) };
}

function targetIn(typed) {
  const target = typed.get("target");
  const { unit, target: usual } = PRESETS[typed.get("preset")];
  const first = unit === "points" ? String(usual) : "151";
  const chosen = { own: typed.get("target_own"), first }[target] ?? target;
  const digits = (chosen ?? "").trim();
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

function dealerIn(typed, rules) {
  const chosen = typed.get("first_dealer");
  // Drawn with the form, as the server draws it: its number is divided by four.
  if (chosen === "lot") return SEATS[Number.parseInt(typed.get("op_id").at(-1), 16) % SEATS.length];
  if (chosen === "cut") return cutDealer(typed.get("shuffler"), typed.get("cut"), rules);
  return chosen;
}

// --- another preset without the server: its target, and its values in the switches ---

// A switch's value as the form's options write it: True and False begin with a capital there.
const optionOf = (value) =>
  String(value).replace(/^[tf](?=rue$|alse$)/, (one) => one.toUpperCase());

export function showPreset(form) {
  const shown = form.elements.namedItem("rules_of");
  const preset = form.querySelector("[name=preset]:checked").value;
  const [before, now] = [PRESETS[shown.value], PRESETS[preset]];
  const target = targetNow(form);
  const isUsual = before.unit !== now.unit || target === String(before.target);
  if (target !== "first" && isUsual) {
    form.querySelector(`[name=target][value="${now.target}"]`).checked = true;
  }
  for (const select of form.querySelectorAll("[name^=switch_]")) {
    const name = select.name.slice("switch_".length);
    select.value = "";
    if (before[name] !== now[name]) exchange(select, before[name], now[name]);
  }
  for (const about of form.querySelectorAll("#rules > :is(.note, .ways)")) {
    about.hidden = true; // it is about the preset before
  }
  form.querySelector("#rules").dataset.plays = now.plays;
  shown.value = preset;
}

function targetNow(form) {
  const { target, target_own } = Object.fromEntries(new FormData(form));
  return target === "own" ? target_own : target;
}

// The first option is the preset's own value, sent as an empty text: only its words change.
function exchange(select, old, value) {
  const [own] = select.options;
  const other = [...select.options].find((option) => option.value === optionOf(value));
  [own.text, other.text] = [other.text, own.text];
  other.value = optionOf(old);
}
