// On the page that hands the pencil over: a hand that is half typed stays on this phone.

import { device } from "./kept.js";

const notice = /** @type {HTMLElement} */ (document.querySelector("#half-hand"));
if (notice) notice.hidden = !device.has(`draft:${notice.dataset.draft}`);
