// Copies an address or a line; where a browser does not allow it, as on plain HTTP, selects it.

async function copy(button) {
  const source = document.querySelector(`#${button.dataset.of ?? "address"}`);
  const message = document.querySelector(`#${button.dataset.told ?? "copied"}`);
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    message.textContent = button.dataset.copy;
  } catch {
    if (source.select) source.select();
    else getSelection().selectAllChildren(source);
    const copied = document.execCommand("copy");
    message.textContent = copied ? button.dataset.copy : button.dataset.selected;
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
