// Put a view of the phone on the screen, in place of the server's page or of another view.

import { fill } from "../fill.js";
import { fingerprint, lastIn } from "./current_match.js";
import { match, screen, servedMatch } from "./state.js";

export async function fetchViews() {
  const answer = await fetch(/** @type {Found} */ (document.querySelector("#views")).href);
  screen.templates = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!template("view-match")) throw new Error(`no views: ${answer.status}`);
  if (servedMatch)
    screen.preferences.push(...[...document.querySelectorAll("[data-look]")].map(copyOf));
}

/** @param {string} name */
export const template = (name) =>
  /** @type {Found} */ (screen.templates?.querySelector(`#${name}`));

/** @param {string} name @param {ViewValues} values */
export function filled(name, values) {
  const { page } = template(`view-${name}`).dataset;
  return { page, part: fill(template(`view-${name}`), { match: match.id, ...values }) };
}

// The nodes of a page that are not in every page of the match.
/** @param {Element | DocumentFragment} body @returns {Element[]} */
export const nodesIn = (body) =>
  [...body.children].filter((node) => !node.matches("[data-stays], script"));

/** @param {Element} node */
export const copyOf = (node) => node.cloneNode(true);

/** @param {string} selector */
export const find = (selector) => /** @type {Found} */ (document.querySelector(selector));

export const servedLedger = () => document.querySelector("main[data-match]");

/** @param {string} name @param {ViewValues} values */
export function draw(name, values) {
  if (servedLedger()) {
    const { scrollTop } = find(".scroll");
    screen.servedPage = { nodes: nodesIn(document.body), scrollTop, shows: match.seen };
  }
  const { page, part } = filled(name, values);
  put([...part.children], page);
  const heading = find("#heading");
  noteShown((heading.querySelector("[aria-hidden]") ?? heading).textContent ?? "");
}

/** @param {Element[]} nodes @param {string} [page] */
export function put(nodes, page) {
  for (const node of nodesIn(document.body)) node.remove();
  document.body.prepend(...nodes);
  document.body.className = page ?? "";
}

/** @param {string} title @param {boolean} [isOwn] */
export function noteShown(title, isOwn = true) {
  match.seen = lastIn(match.ledger);
  screen.isOwn = isOwn;
  screen.shows = fingerprint();
  screen.isOld = false;
  document.title = title;
  document.dispatchEvent(new Event("drawn"));
}

// Offer the forms for language, colours and letters, which come back to this address.
/** @param {Element} place @param {string} address */
export function offerPreferences(place, address) {
  place.replaceChildren(...screen.preferences.map(copyOf));
  for (const next of place.querySelectorAll("[name=next]")) next.value = address;
}

// Say that the match went on, and that what was tapped is not written.
/** @param {string} view @param {number} [number] */
export function warn(view, number) {
  const message = find("#message");
  message.className = "message bad";
  message.textContent = template(view).dataset.stale?.replace("⟦number⟧", String(number)) ?? "";
}
