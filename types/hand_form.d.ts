// The entry of a hand (static/js/entry.js, static/js/hand_form/).

/** The match's values that the form needs, and the functions that save its entry. */
interface FormContext {
  rules: Rules;
  names: BySide<string>;
  /** Before the hand, in points of the ledger. */
  totals: BySide<number>;
  dealer: Seat;
  /** The hand so far, when it is already written in part. */
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

/** The part of a hand that is typed and not saved. */
interface HandDraft extends DecidedOn {
  ops: string[];
  typed: [string, string][];
  active: Side | null;
  step?: boolean;
}

/** The draft in another form of a match: the values that differ from the form as it came. */
interface FormDraft {
  ops: string[];
  values: Record<string, string | boolean>;
  why?: string;
  erased?: string;
  number?: string;
}

/** The form's memory while it is open. */
interface HandFormState {
  context: FormContext | null;
  active: Side | null;
  typing: ReturnType<typeof setTimeout> | null;
  old: HandDraft | null;
  chosen: Map<string, string[]>;
}

/** The score of an entry so far, and the fields that it lacks. */
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

/** The scores of a hand with all points on one side: as a kapo, and without one. */
interface SweptScores {
  kapo: Score;
  tricks: Score;
}

/** The values with which a preview is put into words. */
interface LiveContext extends FormContext {
  ruling: string | null;
  toMend: string;
  isHalfTyped: boolean;
  swept: SweptScores | null;
}
