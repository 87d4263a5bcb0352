// The acts of a match as scorekeeper/match/acts/ stores them. Those that a program can ask for
// are in operations.d.ts, which is made from there.

/** A seq, or `op:` and the id of the operation that will have one. */
type Ref = number | string;

interface Party {
  name: string;
  players?: string[];
}

/** The part of a stored head that scripts read: the rules are a preset's name, or what differs from one. */
interface StoredHead {
  sides: BySide<Party>;
  rules: unknown;
  target?: number;
  first_dealer: Seat;
  started?: string;
}

/** The score that the phone showed, and by which engine. */
interface ShownScore {
  engine: number;
  A: number;
  B: number;
}

/** The stored fields of an act, beside its kind. */
interface ActData extends OperationData {
  started: StoredHead & { format?: number; rematch_of?: string };
  changed: {
    names?: Partial<BySide<string>>;
    players?: Partial<Record<Seat, string>>;
    rules?: Partial<Rules>;
    first_dealer?: Seat;
    from_now?: boolean;
  };
}

type Kind = keyof ActData;
type OperationName = keyof ActKinds;
type FieldsOf<T> = T extends unknown ? keyof T : never;
/** Each of the union with the fields of all others, which are never there. */
type Whole<T, Fields extends PropertyKey = FieldsOf<T>> = T extends unknown
  ? T & { [Field in Exclude<Fields, keyof T>]?: undefined }
  : never;

/** The stored fields of one kind, whose names may be erased. */
type OwnData<K extends Kind> = ActData[K] & { erased?: boolean };
/** The data of one kind, whose names may be erased; the fields of other kinds are undefined. */
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
/** A request of the phone to write an act. */
type Operation = Whole<OperationFields>;
