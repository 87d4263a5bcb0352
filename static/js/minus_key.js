// The numbers on an iPhone's keyboard have no minus: a key in the field turns its sign.

const keyAt = ({ target }) => target instanceof Element && target.closest(".minus-key");

// The field keeps the focus, and the keyboard stays.
document.addEventListener("mousedown", (event) => {
  if (keyAt(event)) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const key = keyAt(event);
  if (!key) return;
  const field = /** @type {HTMLInputElement} */ (
    document.getElementById(key.getAttribute("aria-controls"))
  );
  field.focus();
  if (field.readOnly) return; // it is being sent
  field.value = /^[-−]/.test(field.value) ? field.value.slice(1) : `-${field.value}`;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
