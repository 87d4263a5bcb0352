// Has the reader something open, which must not go away below them?

import { isPressed } from "../press.js";

// Elements that a reader has open, and would miss if the page became another one.
const OPEN = "#entry, [data-confirm], form[data-act], :is(:popover-open)";

export const isOpen = () => isPressed() || document.querySelector(OPEN) !== null;
