// The chips of the form: one comes off again when tapped twice, some exclude each other, and what is
// chosen in a panel stands on the chip that opens it.

import { showChosen } from "../selected_chips.js";
import { activeSide, find, findAll, form, state } from "./form.js";

const TAP_MS = 400;

/** @param {Found} radio @param {number} time */
export function bringOff(radio, time) {
  const [value, then = 0] = state.lastRadio.get(radio.name) ?? [];
  if (value !== radio.value) {
    state.lastRadio.set(radio.name, [radio.value, time]);
  } else if (time - then > TAP_MS) {
    radio.checked = false;
    state.lastRadio.delete(radio.name);
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** @param {Found} chip */
export function keepOne(chip) {
  if (!chip.checked) return;
  for (const other of findAll(`[name="${chip.name}"]`)) {
    if (other !== chip) other.checked = false;
  }
}

export function noteRadios() {
  for (const radio of form().elements) {
    if (!radio.matches("[type=radio]:checked")) continue;
    if (state.lastRadio.get(radio.name)?.[0] === radio.value) continue;
    state.lastRadio.set(radio.name, [radio.value, Number.NEGATIVE_INFINITY]);
  }
}

// Show which side's points are typed, and what is chosen.
export function showChoices() {
  const side = activeSide();
  showAgain();
  for (const label of findAll(".box")) {
    label.classList.toggle("active", label.dataset.side === side);
    label.classList.toggle("filled", label.dataset.side !== side);
  }
  // It is announced when it changes, but not before anything was typed.
  const typedSide = find("#typed-side");
  const text = typedSide.dataset[side.toLowerCase()] ?? "";
  if (typedSide.textContent !== text) typedSide.textContent = text;
  showChosen(form());
  showRare();
}

// A second declaration of a kind comes after the first.
function showAgain() {
  for (const chip of findAll("[data-after]")) {
    const { name, value, checked } = /** @type {Found} */ (chip.control);
    const alike = findAll(`[name=${name}][value=${value}]:checked`).length;
    chip.hidden = !checked && alike < Number(chip.dataset.after);
  }
}

// No trump, a failed pilotta, a ruling: chosen behind ⋯, and not to be forgotten there.
function showRare() {
  const rare = [...form().elements].filter((one) => one.checked && one.closest("#menu"));
  const menu = find("[popovertarget=menu]");
  menu.classList.toggle("on", rare.length > 0);
  menu.ariaDescription = rare
    .map((one) => one.ariaLabel ?? one.parentElement?.textContent)
    .join(", ");
}
