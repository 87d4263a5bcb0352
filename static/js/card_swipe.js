// A finger drawn over cards marks them all, or takes them all off if the first one was marked. The
// page hears `drawn` while the finger moves, and `input` as of one tap when it is lifted.

const STEP_PX = 12; // events of a quick finger are far apart; no card between them is left out

function drawOver(grid) {
  let stroke = null;
  let hasDrawn = false;

  grid.addEventListener("pointerdown", (event) => {
    const first = boxAt(event.clientX, event.clientY);
    hasDrawn = false;
    stroke = first &&
      event.isPrimary && { first, on: !first.checked, x: event.clientX, y: event.clientY };
  });
  grid.addEventListener("pointermove", (event) => {
    if (!stroke) return;
    for (const box of boxesOn(stroke, event)) {
      if (!hasDrawn && box === stroke.first) continue; // a tap that trembles
      hasDrawn = true;
      stroke.first.checked = box.checked = stroke.on;
    }
    [stroke.x, stroke.y] = [event.clientX, event.clientY];
    if (hasDrawn) grid.dispatchEvent(new Event("drawn", { bubbles: true }));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      if (stroke && hasDrawn) stroke.first.dispatchEvent(new Event("input", { bubbles: true }));
      stroke = null;
    });
  }
  // The click of the finger that drew marks nothing.
  grid.addEventListener(
    "click",
    (event) => hasDrawn && event.detail && event.preventDefault(),
    true,
  );

  function boxesOn({ x, y }, { clientX, clientY }) {
    const steps = Math.ceil(Math.hypot(clientX - x, clientY - y) / STEP_PX);
    const along = Array.from({ length: steps }, (_, i) => (i + 1) / steps);
    const boxes = along.map((part) => boxAt(x + (clientX - x) * part, y + (clientY - y) * part));
    return new Set(boxes.filter(Boolean));
  }

  function boxAt(x, y) {
    const box = document.elementFromPoint(x, y)?.closest("label")?.querySelector("[type=checkbox]");
    return box && grid.contains(box) ? box : null;
  }
}

for (const grid of document.querySelectorAll("[data-cards]")) drawOver(grid);
