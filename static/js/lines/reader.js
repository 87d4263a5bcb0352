// Reads a line as a hand: the grammar of docs/rules.md. The twin of scorekeeper/lines/line_reader.py.

import { FaultyLine, HIGHEST_NUMBER, LineCursor, LONGEST_LINE } from "./cursor.js";

/** @type {Record<string, string>} */
const KINDS = { 9: "nines", J: "jacks" };
const RULINGS = { declarations: "declarations_to", led: "leader", missing: "tie_point" };
/** @type {Record<string, string>} */
const OTHER = { A: "B", B: "A" };

const isTenth = (/** @type {number} */ value) => value >= 8 && value <= 40;
const isBid = (/** @type {number} */ value) => isTenth(value) || (value >= 80 && value <= 400);
const isPoints = (/** @type {number} */ value) => value <= HIGHEST_NUMBER;
const isRun = (/** @type {number} */ value) => value >= 3 && value <= 8;
const isTop = (/** @type {number} */ value) => value >= 7 && value <= 10;

// The hand as the match file's format has it, or the first piece of the line that cannot be read.
// "Us" is the side of its writer; null where that is not known.
/**
 * @param {string} line @param {Side | null} [writer]
 * @returns {{hand: PartialHand} | {fault: LineFault}}
 */
export function readLine(line, writer = "A") {
  if ([...line].length > LONGEST_LINE) {
    return { fault: { code: "too_long", place: 1, word: "", expected: [] } };
  }
  try {
    return { hand: new LineReader(line, writer).read() };
  } catch (error) {
    if (error instanceof FaultyLine) return { fault: error.fault };
    throw error;
  }
}

class LineReader {
  /** @param {string} line @param {Side | null} writer */
  constructor(line, writer) {
    this.cursor = new LineCursor(line);
    this.writer = writer;
    this.bidder = "A";
    this.namesSides = false; // then all that follows names its own
    /** @type {Record<string, number>} */
    this.points = {};
    /** @type {string | null} */
    this.kapo = null;
    this.hasExtras = false;
    /** @type {Record<string, string[]>} */
    this.declarations = { A: [], B: [] };
    /** @type {Record<string, string>} */
    this.told = {};
  }

  /** @returns {PartialHand} */
  read() {
    const { cursor } = this;
    if (cursor.pieces.length === 0) {
      throw new FaultyLine({ code: "empty", place: 1, word: "", expected: [] });
    }
    if (cursor.take("passed", "passed") !== null) return this.passedOut();
    this.bidder = this.side() ?? this.seenByWriter("A", 0);
    const contract = { bidder: this.bidder, bid: this.bid(), ...this.suitAndDoubling() };
    cursor.note("end");
    while (!cursor.isAtEnd) {
      this.part();
      cursor.note("end");
    }
    const { points, kapo, told } = this;
    const declared = Object.entries(this.declarations).filter(([, codes]) => codes.length > 0);
    const hand = {
      ...contract,
      ...(Object.keys(points).length > 0 && { points }),
      ...(kapo && { kapo }),
      ...(declared.length > 0 && { declarations: Object.fromEntries(declared) }),
      ...told,
    };
    return /** @type {PartialHand} */ (hand); // its words are those of the table
  }

  // A side, if one stands here; its letter means that side for every writer.
  side() {
    const { cursor } = this;
    const place = cursor.at;
    const side = cursor.take("side", "side");
    if (side === null || cursor.pieces[place].word.length === 1) return side;
    return this.seenByWriter(side, place);
  }

  // The side that the writer means, where A is "us".
  /** @param {string} side @param {number} place */
  seenByWriter(side, place) {
    if (this.writer === null) {
      this.cursor.at = place;
      this.cursor.refuse("whose");
    }
    return this.writer === "A" ? side : OTHER[side];
  }

  passedOut() {
    if (!this.cursor.isAtEnd) {
      this.cursor.note("end");
      this.cursor.refuse();
    }
    return { passed_out: true };
  }

  bid() {
    const { cursor } = this;
    const number = cursor.number("bid", isBid);
    if (number !== null) return isTenth(number) ? number * 10 : number;
    if (cursor.take("kapo", "kapo") === null) cursor.refuse();
    return "kapo";
  }

  suitAndDoubling() {
    let trump = null;
    let doubled = null;
    for (let round = 0; round < 2; round++) {
      trump ??= this.cursor.take("suit", "suit");
      doubled ??= this.cursor.take("doubled", "doubled");
    }
    return { ...(trump && { trump }), ...(doubled && { doubled: Number(doubled) }) };
  }

  // The result, or an extra with the side before it.
  part() {
    const { cursor } = this;
    const isExtra = cursor.take("and") !== null;
    if (this.ruling()) {
      this.hasExtras = true;
      return;
    }
    const side = this.side();
    if (side === null && this.namesSides) cursor.refuse();
    this.namesSides ||= side !== null;
    if (!isExtra && !this.hasExtras && this.result(side)) return;
    this.extra(side ?? this.bidder);
    this.hasExtras = true;
  }

  // Card points or a kapo, if they may stand here and do.
  /** @param {string | null} side */
  result(side) {
    const { cursor, points } = this;
    const owner = side ?? this.bidder;
    const hasPoints = Object.keys(points).length > 0;
    if (this.kapo !== null || (hasPoints && (side === null || owner in points))) return false;
    const fourOf = cursor.takeFour();
    if (fourOf !== null) {
      this.declareFour(owner, fourOf);
      this.hasExtras = true;
      return true;
    }
    const hasVerb = this.verb(side, owner);
    const told = cursor.number("points", isPoints);
    if (told !== null) {
      points[owner] = told;
      cursor.take("points");
      return true;
    }
    if (hasVerb) cursor.refuse();
    if (hasPoints) return false;
    if (cursor.take("kapo", "kapo") !== null) this.kapo = owner;
    else if (side === null && cursor.take("reversed", "reversed") !== null) {
      this.kapo = OTHER[this.bidder];
    }
    return this.kapo !== null;
  }

  // The verb before card points. That we took them, or they, is refused where they are the other side's.
  /** @param {string | null} side @param {string} owner */
  verb(side, owner) {
    const { cursor } = this;
    const place = cursor.at;
    const person = cursor.take("took");
    if (person === null) return false;
    if (person === "" || this.seenByWriter(person, place) === owner) return true;
    // Noted is what may stand in the verb's place: whose they are, or behind a side how many.
    cursor.at = place;
    cursor.note(side === null ? "side" : "points");
    return cursor.refuse();
  }

  // Whose declarations score, who led, or who gets the missing point.
  ruling() {
    const { cursor } = this;
    for (const [role, field] of Object.entries(RULINGS)) {
      const place = cursor.at;
      if (cursor.take(role, role) === null) continue;
      let side = this.side();
      if (side === null && role === "declarations" && cursor.take("nobody", "nobody") !== null) {
        side = "nobody";
      }
      if (side === null) return cursor.refuse();
      this.tellOnce(field, side, place);
      this.namesSides ||= side !== "nobody";
      return true;
    }
    return false;
  }

  // A side's extras besides its points.
  /** @param {string} owner */
  extra(owner) {
    const { cursor } = this;
    const place = cursor.at;
    if (cursor.take("pilotta", "pilotta") !== null) this.tellOnce("pilotta", owner, place);
    else if (cursor.take("lost", "lost") !== null) {
      if (cursor.take("pilotta", "pilotta") === null) cursor.refuse();
      this.tellOnce("pilotta_failed", owner, place);
    } else if (cursor.take("run", "run") !== null) this.declarations[owner].push(this.run());
    else if (cursor.take("four", "four") !== null)
      this.declareFour(owner, cursor.take("ranks", "ranks"));
    else this.declareFour(owner, cursor.takeFour() ?? cursor.refuse());
  }

  run() {
    const { cursor } = this;
    cursor.take("of");
    const kind = `run${cursor.number("run_length", isRun) ?? cursor.refuse()}`;
    if (cursor.take("to", "to") === null) return kind;
    cursor.take("the");
    const top = cursor.number("top", isTop) ?? cursor.take("top") ?? cursor.refuse();
    const trumps = cursor.take("in_trumps", "in_trumps") === null ? "" : ":t";
    return `${kind}:${top}${trumps}`;
  }

  /** @param {string} owner @param {string | null} rank */
  declareFour(owner, rank) {
    const kind = KINDS[rank ?? ""];
    this.declarations[owner].push(kind ?? (rank ? `four:${rank}` : "four"));
  }

  /** @param {string} field @param {string} value @param {number} place */
  tellOnce(field, value, place) {
    if (field in this.told) {
      this.cursor.at = place;
      this.cursor.refuse("twice");
    }
    this.told[field] = value;
  }
}

// --- why a line is no hand, as scorekeeper/explain/line_fault_words.py says it ---

const MARK = /%\((\w+)\)s/g;

/** @param {{fault: Record<string, string>, part: Record<string, string>}} words @param {LineFault} fault */
export function faultText(words, { code, place, word, expected }) {
  /** @type {Record<string, string | number>} */
  const values = {
    place,
    word,
    longest: LONGEST_LINE,
    expected: expected.map((part) => words.part[part]).join(", "),
  };
  return words.fault[code].replace(MARK, (_, name) => String(values[name]));
}
