// Which of the phone's views an address of a match means; the server's routes are read alike.

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
