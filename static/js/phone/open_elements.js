// Has the reader something open, which must not go away below them?

import { state } from "./state.js";

const LONG_PRESS_MS = 2000;
// Elements that a reader has open, and would miss if the page became another one.
const OPEN = "#entry, [data-confirm], form[data-act], :is(:popover-open)";

const { server } = state;

const isPressed = () =>
  server.pressedAt !== null && performance.now() - server.pressedAt < LONG_PRESS_MS;
// Nothing is drawn anew below a finger either: the tap would go nowhere.
export const isOpen = () => isPressed() || document.querySelector(OPEN) !== null;

document.addEventListener("pointerdown", () => {
  server.pressedAt = performance.now();
});
for (const ended of ["pointerup", "pointercancel"]) {
  document.addEventListener(ended, () => {
    // After the click, which comes in the same turn.
    setTimeout(() => {
      server.pressedAt = null;
      document.dispatchEvent(new Event("released"));
    });
  });
}
