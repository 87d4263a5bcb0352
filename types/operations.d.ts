// Written by `python -m tests.services.test_act_types` from scorekeeper/match/acts. Do not edit.

/** The fields of an act that are sent and stored, beside its kind. */
interface OperationData {
  contract: {
    contract: PartialHand;
  };
  recorded: {
    hand: Hand;
    scored?: ShownScore;
  };
  inserted: {
    hand: Hand;
    before: Ref;
    scored?: ShownScore;
  };
  adjusted: {
    adjust: Partial<BySide<number>>;
    reason: string;
    before?: Ref;
    known_revision?: number;
  };
  corrected: Whole<{
    hand: Hand;
    hand_id: Ref;
    scored?: ShownScore;
  } | {
    adjust: Partial<BySide<number>>;
    hand_id: Ref;
    reason: string;
    known_revision?: number;
  }>;
  voided: {
    hand_id: Ref;
  };
  agreed_here: {
    hand_id: Ref;
    side: Side;
    score: BySide<number>;
  };
  flagged_here: {
    hand_id: Ref;
    side: Side;
    score: BySide<number>;
    reason: string;
    known_revision?: number;
  };
  claimed: {
    side: Side;
    points: number;
  };
  stopped: Record<never, never>;
  reopened: Record<never, never>;
  undone: {
    seq: Ref;
  };
}

/** The kind of act that an operation writes. */
interface ActKinds {
  contract: "contract";
  record: "recorded";
  insert: "inserted";
  adjust: "adjusted";
  correct: "corrected";
  void: "voided";
  agree_here: "agreed_here";
  flag_here: "flagged_here";
  claim: "claimed";
  stop: "stopped";
  reopen: "reopened";
  undo: "undone";
}
