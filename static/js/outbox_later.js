// The list of what is still on this phone. A visit with nothing unsent does not wait for this module. It
// comes if an operation is unsent, when the list is opened, or once a scorer's page is idle.

import { once } from "./loading.js";
import { aside, subscribe, unsent } from "./outbox.js";

const WAYS = "[data-outbox]";
let isHere = false;

// Fetch the list, and what runs it.
export const loadList = once(async () => {
  if (!document.querySelector("#outbox")) await fetchSheet();
  await import("./outbox_list.js");
  isHere = true;
});

async function fetchSheet() {
  const badge = /** @type {Found} */ (document.querySelector("#outbox-badge"));
  const answer = await fetch(/** @type {string} */ (badge.dataset.list));
  const list = new DOMParser().parseFromString(await answer.text(), "text/html");
  const sheet = list.querySelector("#outbox");
  if (!sheet) throw new Error(`no list: ${answer.status}`);
  sheet.dataset.stays = "";
  const style = /** @type {Found} */ (sheet.querySelector("link"));
  const isStyled = new Promise((resolve) => {
    style.onload = style.onerror = resolve;
  });
  document.body.append(sheet);
  await isStyled;
}

// Nothing is lost where it does not come.
const loadListIfAble = () => loadList().catch(() => {});

async function showUnsent() {
  if ((await unsent()).length + (await aside()).length > 0) await loadListIfAble();
}

// Until now there was nothing behind the line. Its room is there from the start: an open menu does not move below
// a finger.
for (const way of document.querySelectorAll(`#menu ${WAYS}`)) way.disabled = false;
document.addEventListener("click", async (event) => {
  const way = /** @type {Found} */ (event.target).closest(WAYS);
  if (!way || isHere) return;
  event.preventDefault();
  await loadListIfAble();
  /** @type {Found | null} */ (document.querySelector("#outbox"))?.showPopover?.({ source: way });
});

subscribe(showUnsent);
showUnsent();
