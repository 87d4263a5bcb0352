// All that the phone's own views remember while the page is open. Nothing of it stands in another
// module; what outlives the page is the outbox's.

const acts = document.querySelector("#acts");
// The match as the server wrote it into the page, where the page has one.
/** @type {ToldMatch | null} */
export const servedMatch = JSON.parse(acts?.textContent ?? "null");
/** @type {string} */
const id = servedMatch?.id ?? location.pathname.match(/^\/m\/([\w-]{22})(?:\/|$)/)?.[1] ?? "";

/** @type {PhoneState} */
export const state = {
  match: {
    id,
    home: `/m/${id}/`,
    evening: "", // which match of it this is and how it stands, in words; empty for the first
    side: null, // that this phone is on, where that is known
    ledger: /** @type {Ledger} */ (/** @type {unknown} */ (null)), // with what waits here; null before it is known
    revision: 0, // as the server sent it last
    waiting: [], // the operations that the server has not
    seen: null, // the operation of the last act that is on the screen
    isReachable: true,
    isStrange: false, // does a foreign network answer for the server?
    difference: null, // a hand that the server scored otherwise than this phone
  },
  screen: {
    view: /** @type {View} */ (/** @type {unknown} */ (null)), // what is on the screen, as `viewAt` has it
    isOwn: false, // did the phone draw it, or is it the server's page?
    shows: "", // the state of the match that it shows, as `fingerprint` has it
    isOld: false, // does it lack what came since?
    templates: new DocumentFragment(), // of the phone's views, as far as they have come
    servedPage: null, // the server's page of the ledger, while another view is in its place
    auction: null, // where that of a hand is settled, as the server's page says it of one dealer
    nextHand: null, // the button for it as the ledger has it, while it says that a hand is half typed
  },
  navigation: {
    returning: null, // settled once the browser is back at the ledger's address
    bringViews: async () => {}, // fetches the views that are not in the page from the start
  },
  writing: {
    current: null, // what is being written
    form: null, // the form that is being taken, from the tap on
    nextUrl: null, // the link that was tapped meanwhile
  },
  server: {
    isAsking: false,
    isAskedAgain: false,
  },
  start: {
    isReady: false, // is the ledger there, and what it takes to show it?
    done: null, // settled once all is there that the page needs, or cannot come
    hasIdled: false, // was the page idle since?
  },
};

export const match = state.match;
export const screen = state.screen;
