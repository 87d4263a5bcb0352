// What an operation is called while it is asked for, and as an act.
/** @type {ActKinds} */
export const KINDS = {
  record: "recorded",
  contract: "contract",
  insert: "inserted",
  adjust: "adjusted",
  correct: "corrected",
  void: "voided",
  claim: "claimed",
  stop: "stopped",
  reopen: "reopened",
  undo: "undone",
};
