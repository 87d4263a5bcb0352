// The choice in a chip's panel stands on the chip, in place of its word.

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

// The word stays the chip's name.
function showOn(span, text) {
  if (text) span.dataset.shown = text;
  else delete span.dataset.shown;
  span.parentElement.ariaDescription = text || null;
  span.parentElement.classList.toggle("on", text !== "");
}
