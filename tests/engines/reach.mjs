// Which controls of a page a finger does not reach, and how many there are.

/** First the page as it is, then each part that is folded away, then each popover. */
export async function reach() {
  const met = { tried: new Set(), missed: [] };
  await tryAll(controls(), met);
  for (const folded of document.querySelectorAll("details")) {
    const open = [...parents(folded)].filter((one) => !one.open);
    for (const one of open) one.open = true;
    await tryAll(controls(folded), met);
    for (const one of open) one.open = false;
  }
  scrollTo(0, 0);
  await frames(); // WebKit tells where a sheet was before the page was scrolled
  const panels = HTMLElement.prototype.showPopover ? document.querySelectorAll("[popover]") : [];
  for (const panel of panels) {
    panel.showPopover();
    await tryAll(controls(panel), met);
    panel.hidePopover();
  }
  return { tried: met.tried.size, missed: met.missed };
}

function frames() {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** It and what it is folded away in, which may lie over its neighbours when it is open. */
function* parents(folded) {
  for (let one = folded; one; one = one.parentElement?.closest("details")) yield one;
}

/** A penalty's minus is a sign. */
const isTappable = (control) => getComputedStyle(control).pointerEvents !== "none";

async function tryAll(all, met) {
  for (const control of all.filter((one) => isTappable(one) && !met.tried.has(one))) {
    met.tried.add(control);
    if (aim(control).covered === null) continue;
    await frames(); // Firefox scrolls as far as the page was long before a part was opened
    const { covered } = aim(control);
    if (covered !== null) met.missed.push(`${told(control)}: there is ${covered}`);
  }
}
