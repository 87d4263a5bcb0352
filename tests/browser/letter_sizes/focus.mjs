// What has the focus, and whether any of it is to be seen: not behind a bar, not out of the screen.
export default function focus() {
  // Once the browser has scrolled to it.
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(focused())));
  });
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
