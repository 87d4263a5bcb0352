// Where a finger hits what can be tapped, and with how much of it: [element, width, height] of each
// area that is smaller than `least`. A link within a sentence is as large as its line (WCAG 2.5.8).

export default function small({ least }) {
  const CONTROLS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]";
  const SLACK = 0.6;
  const found = [];
  for (const one of document.querySelectorAll(CONTROLS)) {
    if (isOutOfReach(one) || isInSentence(one)) continue;
    const [width, height] = areaOf(one);
    if (width < least - SLACK || height < least - SLACK) {
      found.push([nameOf(one), Math.round(width), Math.round(height)]);
    }
  }
  scrollTo(0, 0);
  return found;

  function isOutOfReach(one) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.disabled) return true;
    if (one.tabIndex < 0 && one.ariaHidden === "true") return true;
    const open = document.querySelector("[popover]:popover-open");
    return Boolean(open && !open.contains(one)) || (one.matches(".sr") && !one.closest("label"));
  }

  function isInSentence(one) {
    if (one.localName !== "a" || getComputedStyle(one).display !== "inline") return false;
    let block = one.closest(".schema, .operation") ?? one; // a line of a reference is one, too
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    const links = [...block.querySelectorAll("a, button")].map((link) => link.textContent);
    return (
      links.reduce((left, link) => left.replace(link, ""), block.textContent).trim().length > 1
    );
  }

  // From the middle as far as a tap still belongs to it, or as its box and its label reach.
  function areaOf(one) {
    const label =
      one.closest("label") ?? (one.id && document.querySelector(`label[for="${one.id}"]`));
    const boxes = [one, label].filter(Boolean).map((part) => part.getBoundingClientRect());
    const [width, height] = ["width", "height"].map((side) =>
      Math.max(...boxes.map((box) => box[side])),
    );
    if (width >= least - SLACK && height >= least - SLACK) return [width, height];
    one.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hits = (dx, dy) => {
      const at = document.elementFromPoint(x + dx, y + dy);
      return at && (one.contains(at) || (label ? label.contains(at) : false));
    };
    const reach = (dx, dy) => {
      let steps = 0;
      while (steps < least && hits(dx * (steps + 1), dy * (steps + 1))) steps += 1;
      return steps;
    };
    return [
      Math.max(width, reach(-1, 0) + reach(1, 0) + 1),
      Math.max(height, reach(0, -1) + reach(0, 1) + 1),
    ];
  }

  function nameOf(one) {
    const path = [one.parentElement, one].map(
      (at) =>
        at.localName + (at.id ? `#${at.id}` : [...at.classList].map((name) => `.${name}`).join("")),
    );
    return `${path.join(" > ")} “${(one.ariaLabel ?? one.textContent).replace(/\s+/g, " ").trim().slice(0, 24)}”`;
  }
}
