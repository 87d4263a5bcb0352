// Reads a line as a hand: the grammar of docs/rules.md. The twin of scorekeeper/lines/line_reader.py.

import { FaultyLine, LineCursor, LONGEST_LINE } from "./cursor.js";
import { namePhrases } from "./names.js";
import { HIGHEST_NUMBER } from "./spelling.js";

const PACK = 162;
const SWEPT = 250; // a kapo makes each bid up to this one by all rules
const PILOTTA = 20;
/** @type {Record<string, number>} */
const VALUES = { run3: 20, run4: 50, four: 100, nines: 150, jacks: 200 };
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

// Raw points of a declaration as the match file has it; a run of five and more is 100.
/** @param {string} code */
const worthOf = (code) => VALUES[code.split(":")[0]] ?? 100;

/** @param {string | null} rank */
const fourOf = (rank) => KINDS[rank ?? ""] ?? (rank ? `four:${rank}` : "four");

/** @typedef {{field: string, declaration?: string}} Extra */

// The hand as the match file's format has it, or the one question that the line leaves open.
// "Us" is the side of its writer; null if that is not known.
/**
 * @param {string} line @param {Side | null} [writer] @param {BySide<string[]>} [names]
 * @returns {{hand: PartialHand} | {fault: LineFault}}
 */
export function readLine(line, writer = "A", names = { A: [], B: [] }) {
  if ([...line].length > LONGEST_LINE) {
    return { fault: { code: "too_long", place: 1, word: "", guess: "" } };
  }
  try {
    return { hand: new LineReader(line, writer, names).read() };
  } catch (error) {
    if (error instanceof FaultyLine) return { fault: error.fault };
    throw error;
  }
}

class LineReader {
  /** @param {string} line @param {Side | null} writer @param {BySide<string[]>} names */
  constructor(line, writer, names) {
    this.cursor = new LineCursor(line, namePhrases(names));
    this.writer = writer;
    this.bidder = "A";
    /** @type {number | "kapo"} */
    this.bid = 80;
    /** @type {string | null} */
    this.trump = null;
    /** @type {number | null} */
    this.doubled = null;
    this.isBidderTold = false;
    this.namesBidder = false; // by a word and no letter
    this.namesSides = false; // then all that follows names its own
    /** @type {Record<string, number>} */
    this.points = {};
    /** @type {number | null} */
    this.doubtfulPair = null; // the place of two numbers of which either may be the bidder's
    /** @type {string | null} */
    this.kapo = null;
    /** @type {{isMade: boolean, place: number} | null} */
    this.verdict = null;
    this.hasExtras = false;
    /** @type {number | null} */
    this.sidelessExtra = null; // the place of the first one, which is the bidder's
    /** @type {Record<string, string[]>} */
    this.declarations = { A: [], B: [] };
    /** @type {Record<string, string>} */
    this.told = {};
    /** @type {Record<string, number>} */
    this.places = {};
  }

  /** @returns {PartialHand} */
  read() {
    const { cursor } = this;
    if (cursor.pieces.length === 0) {
      throw new FaultyLine({ code: "empty", place: 1, word: "", guess: "" });
    }
    if (cursor.take("passed") !== null) return this.passedOut();
    this.contract();
    while (!cursor.isAtEnd) this.part();
    this.settlePair();
    this.checkWhole();
    const { bidder, bid, trump, doubled, points, kapo, told } = this;
    const declared = Object.entries(this.declarations).filter(([, codes]) => codes.length > 0);
    const hand = {
      bidder,
      bid,
      ...(trump && { trump }),
      ...(doubled && { doubled }),
      ...(Object.keys(points).length > 0 && { points }),
      ...(kapo && { kapo }),
      ...(declared.length > 0 && { declarations: Object.fromEntries(declared) }),
      ...told,
    };
    return /** @type {PartialHand} */ (hand); // its words are those of the table
  }

  // A side or a name, if one stands here; a side's letter means that side for every writer.
  side() {
    const { cursor } = this;
    const place = cursor.at;
    const side = cursor.take("side");
    if (side === null) return this.name();
    return cursor.pieces[place].word.length === 1 ? side : this.seenByWriter(side, place);
  }

  // A name with its article, if one stands here.
  name() {
    const { cursor } = this;
    const start = cursor.at;
    cursor.take("article");
    const place = cursor.at;
    const side = cursor.takeName();
    if (side === null) cursor.at = start;
    else if (!side) cursor.refuse("both_sides", place);
    return side;
  }

  // The side that the writer means, where A is "us".
  /** @param {string} side @param {number} place */
  seenByWriter(side, place) {
    if (this.writer === null) this.cursor.refuse("whose", place);
    return this.writer === "A" ? side : OTHER[side];
  }

  passedOut() {
    if (!this.cursor.isAtEnd) this.cursor.refuse("misplaced");
    return { passed_out: true };
  }

  // Read the bidder, the bid, and its trump and doubling in either order.
  contract() {
    const { cursor } = this;
    const named = this.side();
    this.namesBidder = named !== null && [...cursor.pieces[cursor.at - 1].word].length > 1;
    const side = this.said(named) ?? named;
    this.isBidderTold = side !== null;
    const start = cursor.at;
    if (side === null && !cursor.stands("kapo") && !cursor.readNumber()) this.refuseBid();
    this.bidder = side ?? this.seenByWriter("A", start);
    this.bid = this.readBid();
    for (let round = 0; round < 2; round++) {
      this.suit();
      this.doubling();
    }
  }

  // The verb before a bid. It is refused where another side stands before it, or none and it says none.
  /** @param {string | null} side */
  said(side) {
    const place = this.cursor.at;
    const person = this.cursor.take("said");
    if (person === null) return null;
    const said = person ? this.seenByWriter(person, place) : side;
    if (said === null || (side !== null && side !== said)) this.cursor.refuse("bidder", place);
    this.namesBidder = true;
    return said;
  }

  /** @returns {number | "kapo"} */
  readBid() {
    const { cursor } = this;
    const number = cursor.number(isBid, "bid_range");
    if (number !== null) return isTenth(number) ? number * 10 : number;
    if (cursor.take("kapo") === null) this.refuseBid();
    return "kapo";
  }

  // Asks for the bid, which may stand behind its suit or its doubling.
  /** @returns {never} */
  refuseBid() {
    const { cursor } = this;
    const start = cursor.at;
    const isLate = cursor.take("suit") !== null || cursor.take("doubled") !== null;
    const number = isLate ? cursor.readNumber() : null;
    const isBidLate =
      number !== null && isBid(number.value) && cursor.at + number.size < cursor.pieces.length;
    return cursor.refuse(isBidLate ? "bid_first" : "bid", start);
  }

  suit() {
    if (this.trump !== null) return;
    const { cursor } = this;
    const { at, isBehindNumber } = cursor;
    this.trump = cursor.take("suit");
    if (this.trump !== null || cursor.take("in") === null) return;
    this.trump = cursor.take("suit");
    if (this.trump === null) Object.assign(cursor, { at, isBehindNumber });
  }

  doubling() {
    const place = this.cursor.at;
    const doubled = this.cursor.take("doubled");
    if (doubled === null) return false;
    if (this.doubled !== null) this.cursor.refuse("twice", place);
    this.doubled = Number(doubled);
    return true;
  }

  // The result, or an extra with the side before it or behind it.
  part() {
    const { cursor } = this;
    const wasNumber = cursor.isBehindNumber;
    const isJoined = cursor.take("and") !== null;
    if (this.doubling() || this.readVerdict(null) || this.ruling()) return;
    // "ninety and seven" is no number of ours, but it may be one of the writer's.
    const isSum = isJoined && wasNumber && cursor.readNumber() !== null;
    const start = cursor.at;
    const side = this.side();
    if (side !== null && this.readVerdict(side)) return;
    if (!(isSum || this.hasExtras) && this.result(side)) {
      this.namesSides ||= side !== null;
      return;
    }
    this.extra(side, start, isJoined);
  }

  // Whether the bid was made, which the bidder's side may precede.
  /** @param {string | null} side */
  readVerdict(side) {
    const { cursor, bidder } = this;
    const place = cursor.at;
    const hasResult = Object.keys(this.points).length > 0 || this.kapo !== null;
    if (side !== null && (hasResult || this.hasExtras)) return false;
    const word = cursor.take("verdict");
    if (word === null) return false;
    if (this.verdict) cursor.refuse("twice", place);
    const [kind, person] = word.split(" ");
    const said = person ? this.seenByWriter(person, place) : side;
    if ((said ?? bidder) !== bidder || (side ?? bidder) !== bidder) cursor.refuse("bidder", place);
    this.verdict = { isMade: kind === "made", place };
    return true;
  }

  // Card points or a kapo, if they may stand here and do.
  /** @param {string | null} side */
  result(side) {
    const { cursor, points } = this;
    const owner = side ?? this.bidder;
    const hasPoints = Object.keys(points).length > 0;
    if (this.kapo !== null || (hasPoints && (side === null || owner in points))) return false;
    if (cursor.stands("four")) return false;
    const took = this.took(side);
    if (!hasPoints && this.pair(took || owner, Boolean(side || took))) return true;
    const start = cursor.at;
    const told = cursor.number(isPoints, "points_range");
    if (told !== null) {
      points[took || owner] = told;
      const isPlain = cursor.take("points") === null && !cursor.pieces[cursor.at - 1].isCut;
      // The 20 may be the pilotta's.
      if (isPlain && told === PILOTTA && cursor.stands("pilotta")) cursor.refuse("points", start);
      return true;
    }
    if (took !== null) cursor.refuse("points");
    return !hasPoints && this.readKapo(side);
  }

  /** @param {string | null} side */
  readKapo(side) {
    if (this.cursor.take("kapo") !== null) this.kapo = side ?? this.bidder;
    else if (side === null && this.cursor.take("reversed") !== null) {
      this.kapo = OTHER[this.bidder];
    }
    return this.kapo !== null;
  }

  // The verb before card points: whose they are, "" where it does not say. It is refused if it names
  // another side than the one before it, or a side other than a bidder whom the line does not name.
  /** @param {string | null} side */
  took(side) {
    const { cursor } = this;
    const place = cursor.at;
    const person = cursor.take("took");
    if (!person) return person;
    const took = this.seenByWriter(person, place);
    if (side !== null && took !== side) cursor.refuse("owner", place);
    if (took !== this.bidder && side === null) {
      if (!this.namesBidder) cursor.refuse(this.isBidderTold ? "owner" : "bidder", place);
      this.namesSides = true;
    }
    return took;
  }

  // The points of both sides, which make the pack.
  /** @param {string} owner @param {boolean} isClear */
  pair(owner, isClear) {
    const place = this.cursor.at;
    const pair = this.cursor.takePair(PACK);
    if (!pair) return false;
    this.points = { [owner]: pair[0], [OTHER[owner]]: pair[1] };
    // Of another bidder than us the first number may be theirs, or ours.
    if (!isClear && owner !== (this.writer ?? "A") && pair[0] !== pair[1]) {
      this.doubtfulPair = place;
    }
    this.cursor.take("points");
    return true;
  }

  // Give a pair's numbers to the sides, by the word that the bid was made or failed.
  settlePair() {
    if (this.doubtfulPair === null) return;
    const { A, B } = this.points;
    const fitting = [
      { A, B },
      { A: B, B: A },
    ].filter((points) => this.mayBe(points));
    if (!this.verdict || fitting.length !== 1) this.cursor.refuse("order", this.doubtfulPair);
    this.points = fitting[0];
  }

  // Refuse faults that only the whole line can show.
  checkWhole() {
    const { cursor, told, points, verdict } = this;
    const to = told.declarations_to;
    if (this.declarations[to]?.length === 0) cursor.refuse("declared", this.places.declarations_to);
    if (!verdict) return this.checkFailed();
    if (Object.keys(points).length === 0 && this.kapo === null) {
      cursor.refuse("points", cursor.pieces.length);
    }
    if (!this.mayBe(points)) cursor.refuse("verdict", verdict.place);
  }

  // A "failed" before a pilotta may be of the bid, where that failed.
  checkFailed() {
    const { cursor, told, points, places } = this;
    if (told.pilotta_failed !== this.bidder) return;
    if (Object.keys(points).length === 0 && this.kapo === null) return;
    const place = places.pilotta_failed;
    const isDoubtful = cursor.pieces[place].word === "failed";
    if (isDoubtful && this.isMade(points) === false) cursor.refuse("lost", place);
  }

  // May the bid have been made, or failed, as the line says, with these points?
  /** @param {Record<string, number>} points */
  mayBe(points) {
    if (!this.verdict) return true;
    const made = this.isMade(points);
    return made === null || made === this.verdict.isMade;
  }

  // Is the bid made by rules that count declarations? Null: other rules may differ.
  /** @param {Record<string, number>} points */
  isMade(points) {
    const { bid, bidder, kapo, told, trump } = this;
    if (kapo !== null || bid === "kapo") {
      return kapo === bidder && bid !== "kapo" && bid > SWEPT ? null : kapo === bidder;
    }
    const isPlain = trump !== "none" && trump !== "all";
    let own = points[bidder] ?? (isPlain ? PACK - points[OTHER[bidder]] : null);
    if (own === null) return null;
    if ((told.declarations_to ?? bidder) === bidder) {
      for (const code of this.declarations[bidder]) own += worthOf(code);
    }
    if (told.pilotta === bidder) own += PILOTTA;
    return own >= bid;
  }

  // Read a ruling: whose declarations score, who led, or who gets the missing point.
  ruling() {
    const { cursor } = this;
    for (const [role, field] of Object.entries(RULINGS)) {
      const place = cursor.at;
      if (cursor.take(role) === null) continue;
      let side = this.side();
      if (side === null && role === "declarations" && cursor.take("nobody") !== null) {
        side = "nobody";
      }
      if (side === null) return cursor.refuse("side");
      this.tellOnce(field, side, place);
      this.namesSides ||= side !== "nobody";
      this.hasExtras = true;
      return true;
    }
    return false;
  }

  // Read an extra (something besides the points) and its side.
  /** @param {string | null} side @param {number} start @param {boolean} isJoined */
  extra(side, start, isJoined) {
    const { cursor } = this;
    const place = cursor.at;
    const { field, declaration } = this.what(side, start);
    if (side !== null) {
      const isApart = isJoined || cursor.pieces[start - 1].isCut;
      if (cursor.pieces[place - 1].isCut && !isApart) cursor.refuse("between", start);
      this.namesSides = true;
    }
    const owner = side ?? this.ownerBehind(place);
    this.hasExtras = true;
    if (declaration) this.declarations[owner].push(declaration);
    else this.tellOnce(field, owner, place);
  }

  // The side of an extra without a side before it. Refused if this extra, or an earlier one, may be either side's.
  /** @param {number} place */
  ownerBehind(place) {
    const side = this.sideBehind();
    if (side === null) {
      if (this.namesSides) this.cursor.refuse("owner", place);
      this.sidelessExtra ??= place;
      return this.bidder;
    }
    if (this.sidelessExtra !== null && side !== this.bidder) {
      this.cursor.refuse("owner", this.sidelessExtra);
    }
    this.namesSides = true;
    return side;
  }

  // The side behind an extra, unless it stands before the next one; refused where it may be of either.
  sideBehind() {
    const { cursor } = this;
    const start = cursor.at;
    const side = this.side();
    if (side === null || cursor.isAtEnd) return side;
    const isCutBefore = cursor.pieces[start - 1].isCut;
    const isCutBehind = cursor.pieces[cursor.at - 1].isCut;
    if (cursor.stands("pilotta", "lost", "run", "four")) {
      if (isCutBefore === isCutBehind) cursor.refuse("between", start);
      if (isCutBefore) {
        cursor.at = start;
        return null;
      }
    } else if (isCutBefore && !isCutBehind) cursor.refuse("between", start);
    return side;
  }

  /** @param {string | null} side @param {number} start @returns {Extra} */
  what(side, start) {
    const { cursor } = this;
    if (cursor.take("pilotta") !== null) return { field: "pilotta" };
    if (cursor.take("lost") !== null) {
      if (cursor.take("pilotta") === null) cursor.refuse("lost", cursor.at - 1);
      return { field: "pilotta_failed" };
    }
    if (cursor.take("run") !== null) return { field: "declarations", declaration: this.run() };
    if (cursor.take("four") !== null) {
      return { field: "declarations", declaration: fourOf(cursor.take("ranks")) };
    }
    const ranks = cursor.takeFour() ?? this.refuseExtra(side, start);
    return { field: "declarations", declaration: fourOf(ranks) };
  }

  // Asks what has to be asked of a piece that begins no extra.
  /** @param {string | null} side @param {number} start @returns {never} */
  refuseExtra(side, start) {
    const { cursor } = this;
    if (!cursor.isAtEnd && !cursor.isKnownAt(cursor.at)) cursor.refuse("unknown");
    if (side !== null) {
      if (cursor.stands("declarations")) cursor.refuse("declared");
      cursor.refuse(this.kapo !== null && cursor.isAtEnd ? "of_kapo" : "of_side", start);
    }
    const hasPoints = Object.keys(this.points).length > 0;
    const second = hasPoints && !this.hasExtras ? cursor.readNumber() : null;
    if (second === null) return cursor.refuse("misplaced");
    const behind = cursor.at + second.size;
    if (behind < cursor.pieces.length && !cursor.isKnownAt(behind))
      cursor.refuse("unknown", behind);
    return cursor.refuse("pack");
  }

  run() {
    const { cursor } = this;
    cursor.take("of");
    const kind = `run${cursor.number(isRun, "run_length") ?? cursor.refuse("run_length")}`;
    if (cursor.take("to") === null) return kind;
    cursor.take("the");
    const top = cursor.number(isTop, "top") ?? cursor.take("top") ?? cursor.refuse("top");
    const trumps = cursor.take("in_trumps") === null ? "" : ":t";
    return `${kind}:${top}${trumps}`;
  }

  /** @param {string} field @param {string} value @param {number} place */
  tellOnce(field, value, place) {
    if (field in this.told) this.cursor.refuse("twice", place);
    this.told[field] = value;
    this.places[field] = place;
  }
}

// --- why a line is no hand, as scorekeeper/explain/line_fault_words.py says it ---

const MARK = /%\((\w+)\)s/g;

/** @param {Record<string, string>} words @param {LineFault} fault */
export function faultText(words, { code, word, guess }) {
  /** @type {Record<string, string | number>} */
  const values = { word, guess, longest: LONGEST_LINE };
  return words[code].replace(MARK, (_, name) => String(values[name]));
}
