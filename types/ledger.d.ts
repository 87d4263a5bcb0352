// A match as static/js/ledger.js folds it from its acts.

interface Head extends Omit<StoredHead, "rules" | "sides"> {
  sides: BySide<Required<Party>>;
  rules: Rules;
  target: number;
}

/** The head of a match, or what of it is known before its rules are read. */
type RawHead = Omit<StoredHead, "rules"> & { rules?: Rules };

/** A match that is being folded. */
interface Draft {
  head: Head;
  entries: Map<Ref, Entry>;
  /** The hands that count by other rules than the match's. */
  kept: Map<Ref, ScoredHand>;
  /** A contract without its hand. */
  open: PartialHand | null;
  ended: Ended | null;
}

type LedgerRow = Row & { id: Ref };
type LedgerHandRow = HandRow & { id: Ref };
type LedgerAdjustmentRow = AdjustmentRow & { id: Ref };

/** A side's answer to a hand, given on the scorer's phone. */
interface AnswerHere {
  says: "" | "agreed_here" | "flagged_here" | "settled_here";
  /** Its last flag, and whether the hand was corrected or got another score since. */
  flag?: { id: Ref; reason: string; isChanged: boolean };
}

interface Ledger extends Omit<Standing, "rows">, Pick<Draft, "head" | "open" | "ended"> {
  rows: LedgerRow[];
  rules: Rules;
  entries: { id: Ref; entry: Entry }[];
  /** The problems, by the rules of now, of hands that still count by earlier rules. */
  wrong: Map<Ref, Problem[]>;
  acts: NamedAct[];
  undone: Set<Ref>;
  last: NamedAct | null;
  undoing: NamedAct | null;
  /** The last act of play. */
  played: Ref;
}
