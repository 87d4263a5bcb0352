// The nouns of the rules (static/js/rules/), as in scorekeeper/rules/model.py.

type Side = "A" | "B";
type Seat = "A1" | "B1" | "A2" | "B2";
type Suit = "hearts" | "diamonds" | "clubs" | "spades";
type Trump = Suit | "none" | "all";
type BySide<T> = Record<Side, T>;
/** A number of points, or all tricks. */
type Bid = number | "kapo";

interface Rules extends Switches {
  preset: string;
  version: number;
  target: number;
}

/** No field of these. */
type None<T> = { [Field in keyof T]?: undefined };

interface HandFields {
  bidder: Side;
  bid: Bid;
  trump?: Trump;
  doubled?: 2 | 4;
  points?: Partial<BySide<number>>;
  kapo?: Side;
  /** Codes, as `run3:10:t`. */
  declarations?: Partial<BySide<string[]>>;
  declarations_to?: Side | "nobody";
  leader?: Side | null;
  pilotta?: Side;
  pilotta_failed?: Side;
  tie_point?: Side;
}

interface AdjustmentFields {
  adjust: Partial<BySide<number>>;
  reason: string;
}

type PlayedHand = HandFields & None<AdjustmentFields> & { passed_out?: undefined };
type PassedOutHand = None<HandFields & AdjustmentFields> & { passed_out: true };
/** A whole hand: nothing keeps it from being scored. */
type Hand = PlayedHand | PassedOutHand;
/** A hand of which something may be missing or wrong. */
type PartialHand = Partial<HandFields> & { passed_out?: boolean };
type HandField = keyof HandFields | "passed_out";

type Adjustment = AdjustmentFields & None<HandFields> & { passed_out?: undefined };
/** A row of a match file. */
type Entry = Hand | Adjustment;

interface Problem {
  code: string;
  field: string | null;
}

interface Declaration {
  kind: string;
  top: string | null;
  in_trumps: boolean;
}

/** The side whose declarations are better, and the reason. */
interface Ruling {
  side: Side | null;
  reason: string;
}

/** The side whose declarations count, and their points. */
interface Declared {
  side: Side | null;
  points: number;
}

interface ScoreLine {
  side: Side;
  points: number;
  rule: string;
}

interface Score extends BySide<number> {
  /** Null if all passed. */
  made: boolean | null;
  lines: ScoreLine[];
}

interface Claim {
  side: Side;
  points: number;
}

/** How a match ended other than by its target. */
type Ended = ({ by: "claim" } & Claim) | ({ by: "hand" } & None<Claim>);

/** A hand with the rules by which it counts. */
interface ScoredHand {
  hand: Hand;
  rules: Rules;
}

interface RowFields {
  rules: Rules;
  totals: BySide<number>;
  /** False behind the end of the match. */
  counts: boolean;
}

interface HandRow extends RowFields {
  entry: Hand;
  number: number;
  dealer: Seat;
  score: Score;
  /** The hand as it was scored. */
  scored: Hand;
}

interface AdjustmentRow extends RowFields {
  entry: Adjustment;
  number: null;
  dealer: null;
  score: null;
  scored: null;
}

type Row = HandRow | AdjustmentRow;

/** How a match stands, for the next hand. */
interface MatchState {
  totals: BySide<number>;
  number: number;
  dealer: Seat;
  winner: Side | null;
}

interface Standing extends MatchState {
  rows: Row[];
  end: "target" | "claim" | "hand" | null;
}

/** A piece of a line: as it is written, and folded. A number ends where `isCut`. */
interface LinePiece {
  text: string;
  word: string;
  isCut: boolean;
}

/** Words that make a phrase, and what it means. */
interface LinePhrase {
  words: string[];
  value: string;
}

type LineFaultCode =
  | "empty"
  | "too_long"
  | "guess"
  | "unknown"
  | "misplaced"
  | "bid"
  | "bid_first"
  | "bid_range"
  | "points"
  | "points_range"
  | "pack"
  | "order"
  | "verdict"
  | "bidder"
  | "run_length"
  | "top"
  | "lost"
  | "side"
  | "of_side"
  | "of_kapo"
  | "owner"
  | "between"
  | "declared"
  | "two_suits"
  | "both_sides"
  | "side_by_side"
  | "twice"
  | "whose";

/** The one question that a line leaves open, at its piece, with a word that may be meant there. */
interface LineFault {
  code: LineFaultCode;
  place: number;
  word: string;
  guess: string;
}
