// Copies the address; where a browser does not allow it, as on plain HTTP, selects it.

const address = document.querySelector("#address");
const button = document.querySelector("[data-copy]");
const message = document.querySelector("#copied");

async function copy() {
  try {
    await navigator.clipboard.writeText(address.textContent);
    message.textContent = button.dataset.copy;
  } catch {
    getSelection().selectAllChildren(address);
    const copied = document.execCommand("copy");
    message.textContent = copied ? button.dataset.copy : button.dataset.selected;
  }
}

button.hidden = false;
button.addEventListener("click", copy);
