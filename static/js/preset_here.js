// Another preset without the server: its target, and its values in the switches of the form.

import { PRESETS } from "./rules.js";

// A switch's value as the form's options write it: True and False begin with a capital there.
export const optionOf = (value) =>
  String(value).replace(/^[tf](?=rue$|alse$)/, (one) => one.toUpperCase());

export function showPreset(form) {
  const shown = form.elements.namedItem("rules_of");
  const preset = form.querySelector("[name=preset]:checked").value;
  const [before, now] = [PRESETS[shown.value], PRESETS[preset]];
  if (before.unit !== now.unit || targetIn(form) === String(before.target)) {
    form.querySelector(`[name=target][value="${now.target}"]`).checked = true;
  }
  for (const select of form.querySelectorAll("[name^=switch_]")) {
    const name = select.name.slice("switch_".length);
    select.value = "";
    if (before[name] !== now[name])
      exchange(select, before[name], now[name], form.dataset.asPreset);
  }
  form.querySelector("#rules > .note").hidden = true; // it is about the preset before
  form.querySelector("#rules").dataset.plays = now.plays;
  shown.value = preset;
}

function targetIn(form) {
  const { target, target_own } = Object.fromEntries(new FormData(form));
  return target === "own" ? target_own : target;
}

// The first option is the preset's own value, and says so; it has no other one.
function exchange(select, old, value, asPreset) {
  const [own] = select.options;
  const other = [...select.options].find((option) => option.value === optionOf(value));
  const [head, tail] = asPreset.split("{value}");
  const words = own.text.slice(head.length, own.text.length - tail.length);
  own.text = asPreset.replace("{value}", other.text);
  other.text = words;
  other.value = optionOf(old);
}
