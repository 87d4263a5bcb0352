// The choice in a chip's panel stands on the chip, in place of its word. A second tap takes a choice back.

// `data-chosen-in` names the panel of which one value is chosen, `data-summed-in` one of several.
export function showChosen(form) {
  for (const span of form.querySelectorAll("[data-chosen-in]")) {
    const chosen = document.querySelector(`#${span.dataset.chosenIn} :checked + span`);
    const isBlank = /** @type {Found} */ (chosen?.previousElementSibling)?.value === "";
    showOn(span, chosen && !isBlank ? chosen.textContent : "");
  }
  for (const span of form.querySelectorAll("[data-summed-in]")) {
    const panel = document.querySelector(`#${span.dataset.summedIn}`);
    const points = [...panel.querySelectorAll(":checked")].map((one) => Number(one.dataset.value));
    showOn(span, points.join("+"));
  }
}

// Close the panel of an input that is for one choice.
export function closePanelOf(input) {
  if (input.matches("[id^=more-] input, #ones input")) input.closest("[popover]").hidePopover?.();
}

// Of the boxes with one name, only this one stays checked.
export function keepOne(chip) {
  if (!chip.checked) return;
  for (const other of chip.form.querySelectorAll(`[name="${chip.name}"]`)) {
    if (other !== chip) other.checked = false;
  }
}

// The word stays the chip's name.
function showOn(span, text) {
  if (text) span.dataset.shown = text;
  else delete span.dataset.shown;
  span.parentElement.ariaDescription = text || null;
  span.parentElement.classList.toggle("on", text !== "");
}

const TAP_MS = 400; // a double tap chooses; only a later one takes the choice back
const lastTaps = new Map(); // name → [value, time] of the radio button tapped last

// Takes the choice back, and tells the form by this event.
export function uncheckOnSecondTap(radio, time, event) {
  const [value, then = 0] = lastTaps.get(radio.name) ?? [];
  if (value !== radio.value) {
    lastTaps.set(radio.name, [radio.value, time]);
  } else if (time - then > TAP_MS) {
    radio.checked = false;
    lastTaps.delete(radio.name);
    radio.dispatchEvent(new Event(event, { bubbles: true }));
  }
}

// A choice that came with the page is taken back by its first tap.
export function noteChosen(form) {
  for (const radio of form.elements) {
    if (!radio.matches("[type=radio]:checked")) continue;
    if (lastTaps.get(radio.name)?.[0] === radio.value) continue;
    lastTaps.set(radio.name, [radio.value, Number.NEGATIVE_INFINITY]);
  }
}

export const forgetTaps = () => lastTaps.clear();
