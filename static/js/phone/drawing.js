// Put a view of the phone on the screen, in place of the server's page or of another view.

import { fill } from "../fill.js";
import { willTellRelease } from "../press.js";
import { fingerprint, lastIn, match, screen } from "./state.js";

// Fetch the views of the entry, or those of the match, which come later.
/** @param {"entry" | "match"} part */
export async function fetchViews(part) {
  const { href, dataset } = find("#views");
  const answer = await fetch(part === "entry" ? href : /** @type {string} */ (dataset.later));
  const views = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!views.querySelector(`#view-${part}`)) throw new Error(`no views: ${answer.status}`);
  screen.templates.append(...views.head.children);
}

/** @param {string} name */
export const template = (name) => /** @type {Found} */ (screen.templates.querySelector(`#${name}`));

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

// Say that what was tapped is not written: the match went on, or there is no network.
/** @param {string} view @param {number} [number] @param {"stale" | "offline"} [why] */
export function warn(view, number, why = "stale") {
  const message = find("#message");
  message.className = "message bad";
  message.textContent = template(view).dataset[why]?.replace("⟦number⟧", String(number)) ?? "";
}

// Put the focus on what comes next, or on the view's beginning: what had it may be gone.
/** @param {string} [next] */
export function arrive(next) {
  for (const open of document.querySelectorAll(":is(:popover-open)")) open.hidePopover();
  const message = document.querySelector("main[data-match] ~ #thumb #message");
  if (message) Object.assign(message, { textContent: "", className: "message" });
  const heading = find("#heading");
  heading.tabIndex = -1;
  (document.querySelector(next ?? "#heading") ?? heading).focus({ preventScroll: true });
  scrollTo(0, 0);
}

// --- open elements, which must not go away below a reader ---

// Elements that a reader has open, and would miss if the page became another one.
const OPEN = "#entry, [data-confirm], form[data-act], :is(:popover-open)";

// Must a drawing wait? The event `released` or `toggle`, or another view, ends it.
export const mustWait = () => willTellRelease() || document.querySelector(OPEN) !== null;
