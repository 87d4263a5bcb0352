// Which of the phone's views an address of a match means; the server's routes are read alike. And what a
// tap on a link to an address does.

const CHANGES = ["correct", "insert"];

/** @type {(kind: string) => kind is "correct" | "insert"} */
const isChange = (kind) => CHANGES.includes(kind);

// A hand's id is a seq, or `op:…` while it waits.
/** @param {string} text */
const readRef = (text) => (/^\d+$/.test(text) ? Number(text) : text);

/** @param {string} text @returns {Side | undefined} */
const sideIn = (text) => (text === "A" || text === "B" ? text : undefined);

// Null for a page that is the server's alone.
/** @param {string} home @param {URL | Location} url @returns {View | null} */
export function viewAt(home, { pathname, hash }) {
  if (!pathname.startsWith(home)) return null;
  const [kind, text = ""] = hash.slice(1).split("=");
  const ref = readRef(text);
  const [place, number, act, side] = pathname.slice(home.length).split("/");
  if (place === "" && kind === "entry") return { name: "hand", ref };
  const turned = kind.match(/^turned-([AB])$/);
  if (place === "" && turned) return { name: "turned", ref, side: sideIn(turned[1]) };
  if (place === "" && kind === "void") return { name: "void", ref };
  if (place === "") return { name: "match" };
  if (place === "hand") return { name: "entry", kind: isChange(kind) ? kind : "new", ref };
  if (place === "claim" || place === "adjust") return { name: place, ref };
  if (place !== "hands" && place !== "adjustments") return null;
  const its = { ref: Number(number) };
  if (act === "turned") return { name: "turned", ...its, side: sideIn(side) };
  if (act === "void") return { name: "void", ...its };
  if (!act) return { name: "hand", ...its };
  if (!isChange(act)) return null;
  const isAdjustment = act === "correct" && place === "adjustments";
  return isAdjustment ? { name: "adjust", ...its } : { name: "entry", kind: act, ...its };
}

// Decide what a tap on a link does. The tap waits for a form that is being written, or the phone shows a
// view. Otherwise the browser follows the link: at once, or after the server's answer. The first row that
// is true decides.
/** @param {URL} url @param {TapState} state @returns {Decision} */
export function decide(url, state) {
  const { match, screen, writing, views, isAlone, hasWorker } = state;
  const view = viewAt(match.home, url);
  const name = view?.name ?? "";
  // A bid that was settled elsewhere comes along in the address: the server reads it.
  const isPlain = [...url.searchParams.keys()].every((key) => key === "op");
  /** @type {[unknown, Decision][]} */
  const table = [
    [writing.form || writing.current, "wait"], // the link may lead to what is not written yet
    [!match.ledger, "browser"], // the phone has nothing to draw
    [view && !(name in views), "browser"], // the code of the view is not here yet
    [view && isAlone, "show"], // the server is out of reach, or knows less
    [screen.isOwn && name === "match", "show"], // the ledger is below the view that the phone drew
    [isPlain && ["entry", "claim", "void", "turned"].includes(name), "show"], // both draw the same
    [match.waiting.length > 0 && !isAlone, "follow"], // the server's page should have what waits
    [view && !hasWorker, "follow"], // without the worker a dead network is an error page
  ];
  return table.find(([isTrue]) => isTrue)?.[1] ?? "browser"; // a page of the server's alone
}
