// A match that a phone writes by its outbox.

import { PRESETS } from "../../../static/js/rules.js";
import { ask, network, until } from "./browser.mjs";

const PARTY = { name: "", players: ["", ""] };
const RULES = { preset: "cafe", ...PRESETS.cafe };

/** A bids 8 and takes so many points. */
export const hand = (points) => ({
  op: "record",
  hand: { bidder: "A", bid: 80, trump: "hearts", points: { A: points } },
});

export const head = (fields) => ({
  sides: { A: PARTY, B: PARTY },
  rules: RULES,
  target: RULES.target,
  first_dealer: "A1",
  started: "2001-01-01T00:00:00+00:00",
  ...fields,
});

let matches = 0;

/** A match and its tab; `start` is the operation that begins it, which waits. */
export class Match {
  constructor(tab) {
    matches += 1;
    this.tab = tab;
    this.id = `m${matches}`.padEnd(22, "x");
  }

  /** The same match in another tab. */
  in(tab) {
    return Object.assign(new Match(tab), { id: this.id, start: this.start });
  }

  async begin(fields) {
    this.start = await this.add({ create: head(fields) }, 0);
    return this;
  }

  async add(op, revision, { op_id = this.tab.newId(), says = "a hand" } = {}) {
    this.given = await this.tab.add({ op_id, match: this.id, op, revision, at: Date.now(), says });
    return op_id;
  }

  /** Hands one after the other, each decided on the one before; their ids. */
  async addHands(...points) {
    const ids = [];
    for (const one of points) ids.push(await this.add(hand(one), `op:${ids.at(-1) ?? this.start}`));
    return ids;
  }

  unsent() {
    return this.tab.unsent(this.id);
  }

  async states() {
    return (await this.unsent()).map(({ state }) => state);
  }

  async acts() {
    return (await this.tab.keptMatch(this.id)).acts;
  }

  heard(type) {
    return this.tab.heard(type).filter(({ match, op }) => (match ?? op.match) === this.id);
  }

  /** The operations that the server has, without the start. */
  async written() {
    const { acts } = await (await ask(`/api/v1/matches/${this.id}/acts`)).json();
    const seqs = acts.map(({ seq }) => seq);
    if (seqs.some((seq, place) => seq !== place + 1)) throw new Error(`gaps: ${seqs}`);
    return acts.slice(1).map(({ op_id }) => op_id);
  }

  /** Send until nothing waits; each time at once, not by the clock. */
  async sent() {
    await until(async () => {
      await this.tab.sendNow();
      return (await this.unsent()).length === 0;
    });
  }

  async online() {
    network.answer = null;
    await this.sent();
  }

  /** Another phone of the same scorer is faster: its operation. */
  async recordElsewhere(points, revision) {
    const op_id = this.tab.newId();
    const answer = await ask(`/api/v1/matches/${this.id}/ops/${op_id}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...hand(points), revision }),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    return op_id;
  }
}
