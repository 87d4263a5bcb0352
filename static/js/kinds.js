// Written by `python -m tests.services.test_act_types` from scorekeeper/match/acts. Do not edit.

/** @type {ActKinds} */
export const KINDS = {
  contract: "contract",
  record: "recorded",
  insert: "inserted",
  adjust: "adjusted",
  correct: "corrected",
  void: "voided",
  agree_here: "agreed_here",
  flag_here: "flagged_here",
  claim: "claimed",
  stop: "stopped",
  reopen: "reopened",
  undo: "undone",
};

// Of all operations.
export const FIELDS = [
  "contract",
  "hand",
  "scored",
  "before",
  "adjust",
  "reason",
  "known_revision",
  "hand_id",
  "side",
  "score",
  "points",
  "seq",
];
