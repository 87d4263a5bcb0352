// Buttons that copy an address, or send a match's link or picture straight to a chat, on phones that can
// share. After its first match a phone is also shown, once, the way to the home screen.

import { device } from "./kept.js";

const HOME_SCREEN = "shown-home-screen"; // the match after which this phone was shown the way
const pictures = new Map(); // what is fetched or on its way, by address

function canShareFiles() {
  try {
    return navigator.canShare({ files: [new File([""], "a.png", { type: "image/png" })] });
  } catch {
    return false; // an older browser, or plain HTTP
  }
}

async function fetchPicture({ share, name }) {
  // Behind the page's own: the server has it by then, and need not draw it twice.
  await document.querySelector(".picture")?.decode();
  const answer = await fetch(share);
  if (!answer.ok) throw new Error(`no picture: ${answer.status}`);
  return new File([await answer.blob()], name, { type: "image/png" });
}

function pictureOf({ dataset }) {
  const { share } = dataset;
  if (!pictures.has(share)) {
    pictures.set(share, fetchPicture(dataset));
    pictures.get(share).catch(() => pictures.delete(share)); // once more at the next tap
  }
  return pictures.get(share);
}

async function send(button, content) {
  if (button.ariaBusy) return; // an impatient tap opens no second chat
  const message = document.querySelector(button.dataset.told);
  message.textContent = "";
  button.ariaBusy = "true";
  try {
    await navigator.share(await content());
  } catch (error) {
    if (error.name === "AbortError") return; // no receiver was chosen
    message.textContent = button.dataset.failed;
  } finally {
    button.ariaBusy = null;
  }
}

function offerLink(button) {
  button.hidden = !navigator.share;
  button.onclick = () =>
    send(button, () => ({ url: new URL(button.dataset.link, location.href).href }));
  const copy = document.querySelector("[data-copy].primary");
  if (copy && navigator.share) copy.className = "button"; // one is the first thing to do
}

function offerPicture(button) {
  button.hidden = !canShareFiles();
  // Pictures are fetched before the tap if the page shows them. For a browser lets a page share only right
  // after a tap.
  if (!button.hidden && document.querySelector(".picture")) pictureOf(button).catch(() => {});
  button.onclick = () => send(button, async () => ({ files: [await pictureOf(button)] }));
}

function offerHomeScreen(hint) {
  const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
  const isAnother = device.has(HOME_SCREEN) && device.get(HOME_SCREEN) !== location.pathname;
  hint.hidden = isInstalled || isAnother || !isSecureContext;
  if (!hint.hidden) device.set(HOME_SCREEN, location.pathname);
}

// Offer what the page has of these; again where the page was drawn anew.
export function offer() {
  for (const button of document.querySelectorAll("[data-link]")) offerLink(button);
  for (const button of document.querySelectorAll("[data-share]")) offerPicture(button);
  for (const hint of document.querySelectorAll("#to-home")) offerHomeScreen(hint);
}

// --- copying; a browser that does not allow it, as on plain HTTP, selects the text ---

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
