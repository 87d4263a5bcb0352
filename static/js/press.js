// A finger or a mouse button that is down. Nothing is drawn anew below it: a tap that begins on one
// control and ends on the one that took its place goes nowhere. The event `released` comes once it is up.

const LONG_PRESS_MS = 2000; // longer, and it is no tap
let pressedAt = -Infinity;

export const isPressed = () => performance.now() - pressedAt < LONG_PRESS_MS;

document.addEventListener("pointerdown", () => {
  pressedAt = performance.now();
});
// A menu that opens takes the rest of the press.
for (const ended of ["pointerup", "pointercancel", "contextmenu"]) {
  document.addEventListener(ended, () => {
    // After the click, which comes in the same turn.
    setTimeout(() => {
      pressedAt = -Infinity;
      document.dispatchEvent(new Event("released"));
    });
  });
}
