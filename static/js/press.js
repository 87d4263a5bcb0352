// A finger or a mouse button that is down. Nothing is drawn anew below a finger. For a tap that begins on
// one control and ends on its successor goes nowhere. The event `released` comes once the finger is up, if
// a caller waits for it. So the network is free for a tap on a link.

const LONG_PRESS_MS = 2000; // longer, and it is no tap
let pressedAt = -Infinity;
let isAwaited = false;

// Let `released` come once the finger is up; gives whether one is down, and it comes at all.
export function willTellRelease() {
  const isDown = performance.now() - pressedAt < LONG_PRESS_MS;
  isAwaited ||= isDown;
  return isDown;
}

document.addEventListener("pointerdown", () => {
  pressedAt = performance.now();
});
// A menu that opens takes the rest of the press.
for (const ended of ["pointerup", "pointercancel", "contextmenu"]) {
  document.addEventListener(ended, () => {
    // After the click, which comes in the same turn.
    setTimeout(() => {
      pressedAt = -Infinity;
      if (isAwaited) document.dispatchEvent(new Event("released"));
      isAwaited = false;
    });
  });
}
