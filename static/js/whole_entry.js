// What the entry of a first evening does without comes back; or a first evening begins without a network.

import { device } from "./kept.js";

export const WAITS = "simple-entry"; // the server has not heard of the simple entry yet

// Show every control at once, and have the pages after this one show them, too. Without a network they do
// so until the page is left, and this throws.
/** @param {string} settings the address of the page with the choice */
export async function bringAll(settings) {
  delete document.documentElement.dataset.entry;
  device.remove(WAITS);
  await choose(settings, "");
}

// Show the simple entry from now on, and tell the server; this throws where it cannot be told.
/** @param {string} settings */
export async function beginSimple(settings) {
  document.documentElement.dataset.entry = "simple";
  await choose(settings, "simple");
  device.remove(WAITS);
}

/** @param {string} settings @param {"" | "simple"} entry */
async function choose(settings, entry) {
  const answer = await fetch(settings);
  if (!answer.ok) throw new Error(`no settings: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const form = [...page.forms].find(({ elements }) => elements.namedItem("entry"));
  if (!form) throw new Error("no choice of the entry");
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  body.set("entry", entry);
  await fetch(form.getAttribute("action") ?? "", { method: "POST", body, redirect: "manual" });
}
