// What has the focus, and whether any of it is to be seen: not behind a bar, not out of the screen.
export default function focus({ walk }) {
  if (walk) return walked();
  // Once the browser has scrolled to it.
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(focused())));
  });
}

// All that Tab would lead to, one after the other and back, as a script focuses it: a browser
// scrolls to it in the same way, at once.
function walked() {
  const stops = [...document.querySelectorAll(STOPS)].filter(isStop);
  const unseen = [];
  document.activeElement?.blur(); // what has the focus already is not scrolled to
  for (const [key, order] of [
    ["Tab", stops],
    ["Shift+Tab", stops.toReversed()],
  ]) {
    for (const one of order) {
      one.focus();
      const focus = focused();
      if (focus && !focus.isSeen) unseen.push(`${key}: ${focus.told}`);
    }
  }
  return unseen;
}

const STOPS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

function isStop(one) {
  if (one.disabled || one.tabIndex < 0 || !one.checkVisibility({ visibilityProperty: true }))
    return false;
  if (one.type !== "radio") return true;
  const group = [...document.getElementsByName(one.name)].filter((each) => each.form === one.form);
  return one === (group.find((each) => each.checked) ?? group[0]);
}

function focused() {
  const { activeElement: one } = document;
  if (!one || one === document.body) return null;
  // Over an open panel, which its reader opened and Escape closes, nothing is promised.
  if (document.querySelector(":popover-open")) return null;
  const label = [...(one.labels ?? [])].find((each) => each.checkVisibility());
  const shown = ["radio", "checkbox"].includes(one.type) ? (label ?? one) : one;
  const box = shown.getBoundingClientRect();
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isSeen = parts.some((down) =>
    parts.some((along) => {
      const x = box.left + along * box.width;
      const all = document.elementsFromPoint(x, box.top + down * box.height);
      const at = all.findIndex((found) => shown.contains(found));
      return at >= 0 && all.slice(0, at).every(isTransparent);
    }),
  );
  const name = one.getAttribute("aria-label") ?? one.name ?? "";
  const text = shown.textContent.replace(/\s+/g, " ").trim().slice(0, 40);
  const place = [box.left, box.top, box.width, box.height].map(Math.round).join(" ");
  return { isSeen, told: `${one.localName} ${name} ${text} (${place})` };
}

// A label may lie over all of a row and be tapped instead of it.
const isTransparent = (one) => getComputedStyle(one).backgroundColor === "rgba(0, 0, 0, 0)";
