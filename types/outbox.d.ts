// The operations that wait on a phone (static/js/outbox.js), and the server's answers.

/** An operation as it is sent to the server. */
interface Wish {
  op_id: string;
  match: string;
  op: Operation;
  /** The last act that the scorer saw, and the operation that wrote it. */
  revision: Ref;
  after?: string;
}

/** A field that says where an act stands. */
type Reference = "revision" | "hand_id" | "before" | "seq";

/** A problem as the server tells it. */
interface ToldProblem {
  /** In words. */
  detail?: string;
  type?: string;
  problems?: Problem[];
  match?: { rows: { id: number; number: number }[] };
}

interface Answer {
  status: number;
  problem: ToldProblem;
  /** The match as the server has it. */
  acts?: ToldAct[];
  revision?: number;
}

/** A wish of what the server lost. */
type LostWish = Omit<Wish, "match">;

/** A wish that this phone keeps. */
interface WaitingFields extends Wish {
  /** Its place among all that wait. */
  place: number;
  at: number;
  engine?: number;
  /** The operation in words. */
  says?: string;
}

type Waiting = WaitingFields &
  ({ state: "waiting"; answer: null } | { state: "refused"; answer: Answer } | { state: "aside"; answer: Answer | null });

/** An act as the server tells it. */
type ToldAct = Act & { seq: number; op_id: string };

interface ToldMatch {
  id: string;
  acts: ToldAct[];
  revision: number;
  /** The side that this phone is on, in a page's own data. */
  side?: Side | null;
  /** The sentence for each dealer, if the phone knows the chair of its owner. */
  deals?: Record<Seat, string> | null;
  /** Is it a table's of a tournament? In a page's own data. */
  at_table?: boolean;
  /** Which match of the evening it is and how that stood, in a page's own data. */
  evening?: string;
}

interface KeptMatch extends Partial<Omit<ToldMatch, "id">> {
  id: string;
  /** By its operation, the seq of what was saved. */
  saved?: Record<string, number>;
  /** How many were. */
  saves?: number;
  said?: Record<string, string | undefined>;
  /** Greater than of all that were told before; no time but on phones of an earlier version. */
  toldAt?: number;
}

/** The proofs by which the server knows this phone, kept among the matches. */
interface KeptProofs {
  id: string;
  proofs: string[];
  invited: string[];
  proven?: string[];
  backAt?: number;
}

type KeptRecord = KeptMatch & Partial<KeptProofs>;

/** The phone's stored rows, by the name of their table. */
interface Stored {
  matches: KeptRecord;
  ops: Waiting;
}
type TableName = keyof Stored;

/** The actions within one transaction. */
interface Tables {
  get<Name extends TableName>(name: Name, key: string): Promise<Stored[Name] | undefined>;
  all<Name extends TableName>(name: Name): Promise<Stored[Name][]>;
  put<Name extends TableName>(name: Name, value: Stored[Name]): void;
  remove(name: TableName, key: string): void;
}

/** A row that a transaction changes, or removes if there is no value. */
interface Edit {
  name: TableName;
  key: string;
  value: Stored[TableName] | undefined;
}

/** A try to reach the database. */
interface Turn {
  isOver: boolean;
  transaction: IDBTransaction | null;
}

/** The outcome of a wish that was sent. */
type Known =
  | { is: "done"; act: ToldAct; answer: ServerAnswer }
  | { is: "refused" | "invited"; status: number; problem: ToldProblem }
  | ({ is: "unknown" } & NoAnswer);

interface NoAnswer {
  /** When to ask again. */
  seconds?: number;
  isLate?: boolean;
  /** Did somebody else answer for the server? */
  isStrange?: boolean;
}

/** The server's answer to an operation. */
interface ServerAnswer {
  scored?: { differs?: boolean; A: number; B: number };
}

/** The sending of one match. */
interface Lane {
  isBusy: boolean;
  isAsked: boolean;
  failures: number;
  patience: number;
  until: number;
  timer?: ReturnType<typeof setTimeout>;
  stop?: AbortController;
  isInvited?: boolean;
  isShown?: boolean;
}

/** An event of the outbox for its listeners. */
type OutboxEvent = Whole<
  | { type: "changed"; match: string }
  | { type: "saved"; op: Waiting; seq: number; answer: ServerAnswer }
  | { type: "refused"; op: Waiting; status: number; problem: ToldProblem }
  | { type: "unreachable"; match: string; until: number; isStrange: boolean }
>;

/** The body of an answer: an act, a match or a problem. Each field may be missing. */
interface ServerData extends ServerAnswer, Partial<ToldMatch>, Partial<ToldProblem> {
  status?: number;
  request_id?: string;
  op_id?: string;
  seq?: number;
  kind?: Kind;
  data?: object;
}

/** The answer to a request, or the lack of one. */
interface ServerSays extends NoAnswer {
  /** There with the data. */
  status?: number;
  data?: ServerData;
}

/** The server's answer to a phone that shows its proofs. */
interface ToldPhone {
  proof?: string;
  is_invited?: boolean;
  is_back?: boolean;
}

interface Store {
  readonly isKept: boolean;
  get<Name extends TableName>(name: Name, key: string): Promise<Stored[Name] | undefined>;
  all<Name extends TableName>(name: Name): Promise<Stored[Name][]>;
  read<T>(work: (tables: Tables) => T | Promise<T>): Promise<T>;
  change<T>(work: (tables: Tables) => T | Promise<T>): Promise<T>;
}
