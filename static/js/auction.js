// The pad of an auction. The form itself keeps the calls, so no tap waits for an answer.

const WORDS = ["pass", "double", "redouble"];
const PREPARES = "[data-quiet] input";
const form = document.querySelector("#question");
const { calls } = form.elements;
const TAP_MS = 400;
const NEAR_PX = 24;
let last = {}; // the call tapped last: its key, where and when
let chosen = [];
let wasOnPad = false;

// A call changes what lies below the finger: the second tap of a trembling thumb does not count there.
form.addEventListener(
  "click",
  (event) => {
    const key = /** @type {Found} */ (event.target).closest("button, a, label, summary")?.id;
    const { clientX: x, clientY: y, timeStamp: time, detail } = event;
    const isNear = Math.hypot(x - last.x, y - last.y) < NEAR_PX && time - last.time < TAP_MS;
    if (detail > 0 && isNear && key !== last.key) {
      event.preventDefault();
      event.stopPropagation();
    } else if (key?.startsWith("call-")) last = { key, x, y, time };
  },
  true,
);

form.addEventListener("click", (event) => {
  const button = /** @type {Found} */ (event.target).closest("button[name=call]");
  if (!button) return;
  event.preventDefault();
  calls.value =
    button.value === "undo"
      ? calls.value.replace(/\s*\S+$/, "")
      : `${calls.value} ${code(button)}`.trim();
  for (const radio of form.querySelectorAll(PREPARES)) radio.checked = radio.defaultChecked;
  calls.dispatchEvent(new Event("input", { bubbles: true }));
});

// The controls for who and how much only prepare the next call: they ask the server nothing.
form.addEventListener(
  "input",
  (event) => {
    if (/** @type {Found} */ (event.target).matches(PREPARES)) event.stopPropagation();
  },
  true,
);
document.addEventListener("htmx:beforeSwap", () => {
  const radios = [...form.querySelectorAll(PREPARES)];
  chosen = radios.filter((radio) => radio.checked && !radio.defaultChecked).map(({ id }) => id);
  wasOnPad = document.activeElement.closest("#more") !== null;
});
document.addEventListener("htmx:afterSettle", () => {
  for (const id of chosen.splice(0)) document.getElementById(id)?.click();
  // The call that closes the auction puts the pad away, and the keyboard goes on behind it.
  const isLost = wasOnPad && document.activeElement === document.body;
  if (isLost) document.getElementById("call-undo")?.focus({ preventScroll: true });
});

// The button that was tapped is among the calls already.
form.addEventListener("htmx:configRequest", ({ detail }) => {
  delete detail.parameters.call;
});

function code({ value }) {
  const call = WORDS.includes(value) ? value : bid() + (value === "bid" ? "" : value);
  const seat = form.querySelector("[name=seat]:checked");
  return seat.defaultChecked ? call : `${seat.value}:${call}`;
}

function bid() {
  const { value } = form.querySelector("[name=bid]:checked");
  const ones = form.querySelector("[name=ones]:checked");
  return ones && value !== "kapo" ? String(Number(value) + Number(ones.value)) : value;
}
