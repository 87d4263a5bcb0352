// The acts of a match and the operations that ask for them, as scorekeeper/services/match_acts/ stores
// and reads them. tests/services/test_act_types.py holds the fields to those there.

/** A seq, or `op:` and the id of the operation that will have one. */
type Ref = number | string;

interface Party {
  name: string;
  players?: string[];
}

/** A match's head as it is stored: the rules are a preset's name, or what differs from one. */
interface StoredHead {
  sides: BySide<Party>;
  rules: unknown;
  target?: number;
  first_dealer: Seat;
  started?: string;
  place?: string;
  event?: string;
  round?: number;
  table?: number;
  numbers?: BySide<number>;
}

/** The score that the phone showed, and by which engine. */
interface ShownScore {
  engine: number;
  A: number;
  B: number;
}

/** What is stored of an act beside its kind. */
interface ActData {
  started: StoredHead & { rematch_of?: string };
  contract: { contract: PartialHand };
  recorded: { hand: Hand; scored?: ShownScore };
  inserted: { hand: Hand; before: Ref; scored?: ShownScore };
  adjusted: { adjust: Partial<BySide<number>>; reason: string; before?: Ref; known_revision?: number };
  corrected: { hand_id: Ref } & (
    | { hand: Hand; scored?: ShownScore; adjust?: undefined; reason?: undefined; known_revision?: undefined }
    | {
        adjust: Partial<BySide<number>>;
        reason: string;
        known_revision?: number;
        hand?: undefined;
        scored?: undefined;
      }
  );
  voided: { hand_id: Ref };
  changed: {
    names?: Partial<BySide<string>>;
    players?: Partial<Record<Seat, string>>;
    rules?: Partial<Rules>;
    first_dealer?: Seat;
    from_now?: boolean;
  };
  claimed: Claim;
  stopped: Record<never, never>;
  reopened: Record<never, never>;
  undone: { seq: Ref };
}

/** What an operation is called as an act. */
interface ActKinds {
  record: "recorded";
  contract: "contract";
  insert: "inserted";
  adjust: "adjusted";
  correct: "corrected";
  void: "voided";
  claim: "claimed";
  stop: "stopped";
  reopen: "reopened";
  undo: "undone";
}

type Kind = keyof ActData;
type OperationName = keyof ActKinds;
type FieldsOf<T> = T extends unknown ? keyof T : never;
/** Each of the union with the fields of all others, which are never there. */
type Whole<T, Fields extends PropertyKey = FieldsOf<T>> = T extends unknown
  ? T & { [Field in Exclude<Fields, keyof T>]?: undefined }
  : never;

/** What is stored of one kind, where names were perhaps erased. */
type OwnData<K extends Kind> = ActData[K] & { erased?: boolean };
/** The data of one kind, where names were perhaps erased; those of all kinds can be asked for. */
type DataOf<K extends Kind> = Whole<ActData[K], FieldsOf<ActData[Kind]>> & { erased?: boolean };

type ActOf<K extends Kind> = {
  [Each in K]: { op_id?: string; kind: Each; data: DataOf<Each>; seq?: number };
}[K];
type Act = ActOf<Kind>;
/** An act as others of the match name it. */
type NamedAct<K extends Kind = Kind> = ActOf<K> & { id: Ref; op_id: string };

type OperationFields =
  | { create: ActData["started"] }
  | { [Name in OperationName]: { op: Name } & ActData[ActKinds[Name]] }[OperationName];
/** What the phone asks the server for. */
type Operation = Whole<OperationFields>;
