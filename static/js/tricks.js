// Count the marked pile at once, for both sides. The page brings the cards' values and the way to cut a
// score; the ruling itself comes from the server.

import { OTHER, SIDES } from "./rules/model.js";
import { missingPointOf } from "./rules/scoring.js";

// The points of a pile `{side, trump, last, cards}` by the page's values, as in rules/play.py. `last`
// is the side that took the last trick, or null while it is not known.
/** @returns {{cards: number, tricks: number, spare: number, points?: Record<string, number>, cut?: Record<string, string>}} */
export function count({ side, trump, last, cards }, values) {
  const marked = { cards: cards.length, ...tricksOf(cards.length, values.cards_in_trick) };
  if (!trump || cards.length === 0) return marked;
  const total = values.totals[trump];
  const taken = cards.reduce((sum, card) => sum + pointsOf(card, trump, values), 0);
  if (!last) return { ...marked, points: { [side]: taken } };
  const own = taken + (last === side ? values.last_trick : 0);
  const points = { [side]: own, [OTHER[side]]: total - own };
  const isKapo = cards.length === 32 && last === side;
  if (!values.in_tenths) return { ...marked, points };
  return { ...marked, points, cut: inTenths(points, isKapo ? side : null, values) };
}

function tricksOf(cards, each) {
  return { tricks: Math.floor(cards / each), spare: cards % each };
}

function pointsOf(card, trump, values) {
  const suit = trump[0] === card.at(-1) ? "trumps" : "plain";
  const table = values[trump === "none" || trump === "all" ? trump : suit];
  return table[card.slice(0, -1)] ?? 0;
}

// How the points become tenths, as it is written: `→ 8 + 1 = 9`.
function inTenths(points, kapo, values) {
  const to = kapo ? null : missingPointOf(points, values).side;
  const told = (side) => {
    const bonus = side === kapo ? values.kapo_bonus : 0;
    const tenths = Math.floor((points[side] + bonus) / 10);
    if (bonus) return `+ ${bonus} → ${tenths}`;
    return side === to ? `→ ${tenths} + 1 = ${tenths + 1}` : `→ ${tenths}`;
  };
  return Object.fromEntries(SIDES.map((side) => [side, told(side)]));
}

function show() {
  const box = document.querySelector(".count");
  const told = new FormData(document.querySelector("#question"));
  const pile = { side: told.get("side"), trump: told.get("trump"), last: told.get("last") };
  const counted = count({ ...pile, cards: told.getAll("cards") }, JSON.parse(box.dataset.values));
  for (const place of box.querySelectorAll("[data-count]")) {
    const [what, side] = place.dataset.count.split("_");
    const value = side ? counted[what]?.[side] : counted[what];
    place.textContent = value ?? "–";
  }
  const isAdded = Object.values(counted.cut ?? {}).some((text) => text.includes("="));
  box.querySelector("[data-missing]").hidden = !isAdded;
}

if (globalThis.document) {
  for (const told of ["input", "drawn", "htmx:afterSettle"]) document.addEventListener(told, show);
  show();
}
