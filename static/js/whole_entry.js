// The entry of a first evening, which does without some controls, or the whole one.

import { device } from "./kept.js";

const WAITS = "entry"; // what the server has not heard of yet

/** @typedef {"" | "first" | "simple"} Entry the simple one of a first evening, or for good */

// Show the simple entry, or with "" every control, at once and on the pages after this one. Without a
// network this throws, and the next page that can sends it to the server.
/** @param {string} settings the address of the page with the choice @param {Entry} entry @param {string} [match] */
export async function showEntry(settings, entry, match) {
  const { dataset } = document.documentElement;
  if (entry) dataset.entry = entry;
  else delete dataset.entry;
  waitFor(entry, match);
  await choose(settings, entry);
  device.remove(WAITS);
}

// Keep the entry for the server; `match` is one that began without it. A match that begins later, with
// the server, has another entry, which this must not change.
/** @param {Entry} entry @param {string} [match] */
export const waitFor = (entry, match) => device.set(WAITS, { entry, match });

// Show and send what waits, if it is not of another match.
/** @param {string} settings @param {string} match */
export async function sendWaiting(settings, match) {
  const waits = device.get(WAITS);
  if (!waits) return;
  if (waits.match && waits.match !== match) device.remove(WAITS);
  else await showEntry(settings, waits.entry, waits.match).catch(() => {});
}

/** @param {string} settings @param {Entry} entry */
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
