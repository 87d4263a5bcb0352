// The pad of an auction: the calls are kept in the form itself, so that no tap waits for an answer.

const WORDS = ["pass", "double", "redouble"];
const form = document.querySelector("#question");
const { calls } = form.elements;

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=call]");
  if (!button) return;
  event.preventDefault();
  calls.value =
    button.value === "undo"
      ? calls.value.replace(/\s*\S+$/, "")
      : `${calls.value} ${code(button)}`.trim();
  calls.dispatchEvent(new Event("input", { bubbles: true }));
});

// What only prepares the next call asks nothing.
form.addEventListener(
  "input",
  (event) => {
    if (event.target.closest("[data-quiet]")) event.stopPropagation();
  },
  true,
);

function code({ value }) {
  const call = WORDS.includes(value) ? value : bid() + (value === "bid" ? "" : value);
  const seat = form.querySelector("[name=seat]:checked");
  if (seat.defaultChecked) return call;
  form.querySelector("[name=seat][checked]").checked = true;
  return `${seat.value}:${call}`;
}

function bid() {
  const value = form.querySelector("[name=bid]:checked").value;
  const ones = form.querySelector("[name=ones]:checked");
  return ones && value !== "kapo" ? String(Number(value) + Number(ones.value)) : value;
}
