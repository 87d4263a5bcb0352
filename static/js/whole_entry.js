// The entry of a first evening, which does without some controls, or the whole one.

import { device } from "./kept.js";

export const WAITS = "entry"; // what the server has not heard of yet

// Show the simple entry, or with "" every control, at once and on the pages after this one. Without a
// network this throws, and the next page that can sends it to the server.
/** @param {string} settings the address of the page with the choice @param {"" | "simple"} entry */
export async function showEntry(settings, entry) {
  const { dataset } = document.documentElement;
  if (entry) dataset.entry = entry;
  else delete dataset.entry;
  device.set(WAITS, entry);
  await choose(settings, entry);
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
