// The entry of a hand (static/js/entry.js, static/js/hand_form/).

/** What the form has to know of its match, and where what is entered goes. */
interface FormContext {
  rules: Rules;
  names: BySide<string>;
  /** Before the hand, in points of the ledger. */
  totals: BySide<number>;
  dealer: Seat;
  /** What is known of the hand. */
  hand?: PartialHand | null;
  /** Is something changed that is written? */
  isChange: boolean;
  /** How the hand was scored before it is corrected. */
  was?: Score | null;
  /** Did the phone draw the form? */
  isOwnView: boolean;
  template(name: string): Found;
  /** The match's last act as the form was opened. */
  now: DecidedOn;
  /** Was it typed for the match as it stands? */
  isNow(draft: HandDraft): boolean;
  /** Ask or say what the scorer has to know of a draft from before the match went on. */
  checkDraft(): Promise<void>;
  save(hand: Hand, op_id: string): Saving;
  saveContract(contract: PartialHand, op_id: string): Saving;
}

/** The problems that keep it from being saved. */
type Saving = Problem[] | void | Promise<Problem[] | void>;

/** The last act of the match that something was typed for: its number and its operation. */
interface DecidedOn {
  revision: string;
  after?: string;
}

/** What of a hand is typed and not saved. */
interface HandDraft extends DecidedOn {
  ops: string[];
  typed: [string, string][];
  active: Side | null;
  step?: boolean;
}

/** What is typed in another form of a match: what differs from the form as it came. */
interface FormDraft {
  ops: string[];
  values: Record<string, string | boolean>;
  why?: string;
  erased?: string;
  number?: string;
}

/** What the form remembers while it is open. */
interface HandFormState {
  context: FormContext | null;
  active: Side | null;
  typing: ReturnType<typeof setTimeout> | null;
  lastRadio: Map<string, [string, number]>;
  old: HandDraft | null;
  chosen: Map<string, string[]>;
}

/** What an entry is worth so far, and what it lacks. */
interface HandPreview {
  hand: PartialHand;
  missing: Set<string | null>;
  wrong: Problem[];
  /** A question that the table has to answer, or may answer anew. */
  asks: string | null;
  isAnswered: boolean;
  /** Null while something is missing or wrong. */
  score: Score | null;
  tops: TopCardRow[];
  isReady: boolean;
}

/** A declaration whose top card decides, and the cards that it may be. */
interface TopCardRow {
  slot: string;
  side: Side;
  declaration: Declaration;
  ranks: string[];
}

/** What all points on one side come to, either way. */
interface SweptScores {
  kapo: Score;
  tricks: Score;
}

/** What a preview is put into words with. */
interface LiveContext extends FormContext {
  ruling: string | null;
  toMend: string;
  isHalfTyped: boolean;
  swept: SweptScores | null;
}
