// What can be tapped on a page, by what name, and whether a finger on its middle reaches it.

const CONTROLS =
  "a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button]";

/** The accessible name, as far as these pages make use of its rules. */
export function nameOf(control) {
  const labelled = control.getAttribute("aria-labelledby");
  if (labelled) return labelled.split(/\s+/).map(byId).map(textOf).join(" ");
  if (control.ariaLabel) return tidy(control.ariaLabel);
  if (control.labels?.length) return tidy([...control.labels].map(textOf).join(" "));
  if (control.matches("input")) return tidy(control.value || control.placeholder);
  return textOf(control) || tidy(control.title);
}

function byId(id) {
  return document.getElementById(id);
}

/** Without the places at which long words may be broken. */
function tidy(text) {
  return text
    .replace(/\u00ad/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function textOf(element) {
  return tidy(textWithin(element));
}

function textWithin(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === "true") return "";
  if (node.ariaLabel) return ` ${node.ariaLabel} `;
  const { display } = getComputedStyle(node);
  if (display === "none") return "";
  const text = [...node.childNodes].map(textWithin).join("");
  return display === "inline" ? text : ` ${text} `;
}

/** All controls that can be seen, in the order of the page. */
export function controls(within = document) {
  return [...within.querySelectorAll(CONTROLS)].filter(
    (control) => !control.disabled && isShown(control),
  );
}

function isShown(control) {
  if (!control.checkVisibility({ visibilityProperty: true })) return false;
  if (control.ariaHidden === "true") return false; // what Enter presses
  return tapped(control)?.checkVisibility() ?? false;
}

/** What is tapped: instead of a control for screen readers alone its label. */
function tapped(control) {
  const { width, height } = control.getBoundingClientRect();
  const isSeen = width > 1 && height > 1 && getComputedStyle(control).clipPath === "none";
  return isSeen ? control : (control.labels?.[0] ?? null);
}

/** Of a link that is broken over lines. */
function largest(element) {
  const boxes = [...element.getClientRects()];
  const area = ({ width, height }) => width * height;
  return boxes.reduce((best, box) => (area(box) > area(best) ? box : best), new DOMRect());
}

/** Where to tap the control, and what is there instead of it, if something is. */
export function aim(control) {
  const target = tapped(control);
  target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = largest(target);
  const [x, y] = [left + width / 2, top + height / 2];
  const there = document.elementFromPoint(x, y);
  const label = control.labels && [...control.labels].some((one) => one.contains(there));
  const isReached = control.contains(there) || label;
  return { x, y, covered: isReached ? null : told(there) };
}

/** An element as a message names it. */
export function told(element) {
  if (!element) return "nothing";
  const id = element.id && `#${element.id}`;
  const kind = [...element.classList].map((one) => `.${one}`).join("");
  return `<${element.localName}${id}${kind}> ${textOf(element).slice(0, 40)}`;
}

/** The first control of this name that a finger reaches; else the first one there is. */
export function find(name, within = document) {
  const named = controls(within).filter((control) => nameOf(control) === name);
  const aimed = named.map((control) => ({ control, ...aim(control) }));
  return aimed.find(({ covered }) => covered === null) ?? aimed[0] ?? null;
}
