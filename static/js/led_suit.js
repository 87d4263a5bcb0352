// Set the suit that was led: that of the card that was tapped first. Nobody has to answer it.

const form = document.querySelector("#question");
const trick = [...form.querySelectorAll("[name=trick]")];
const first = form.elements.namedItem("first");
const laid = () => trick.filter((box) => box.checked).map((box) => box.value);
const led = () => form.querySelector("[name=led]:checked");
let order = laid(); // as they were tapped: known of one card, or by its suit, when they come with the page

if (led()) order.sort((a, b) => isLed(b) - isLed(a));
if (led() || order.length === 1) first.value = order[0];

trick[0].closest("[data-cards]").addEventListener("input", () => {
  const cards = laid();
  const isKnown = first.value === (order[0] ?? "");
  order = order.filter((card) => cards.includes(card));
  order.push(...cards.filter((card) => !order.includes(card)));
  if (!isKnown || first.value === (order[0] ?? "")) return;
  first.value = order[0] ?? "";
  for (const suit of form.querySelectorAll("[name=led]")) suit.checked = false;
});

/** @param {string} card */
function isLed(card) {
  return Number(card.at(-1) === led().value[0]);
}
