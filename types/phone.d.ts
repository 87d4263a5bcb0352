// The phone's own views (static/js/phone/).

/** Which view an address means, or `change`, which has none. */
interface View {
  name: string;
  kind?: "new" | "correct" | "insert";
  ref?: Ref;
  /** The side to which a hand is turned. */
  side?: Side;
}

/** The values that fill a view's template. */
type ViewValues = Record<string, unknown>;

/** All that the views remember while the page is open. */
interface PhoneState {
  match: MatchHere;
  screen: ShownView;
  navigation: {
    returning: Promise<void> | null;
    bringRest: () => Promise<typeof import("../static/js/phone/rest.js")>;
  };
  writing: {
    current: { wish: string; done: Promise<Problem[]> } | null;
    form: Promise<unknown> | null;
    nextUrl: URL | null;
  };
  server: { isAsking: boolean; isAskedAgain: boolean };
  start: { isReady: boolean; done: Promise<void> | null; hasIdled: boolean };
}

/** The view on the screen. */
interface ShownView {
  /** Null before anything is shown. */
  view: View;
  isOwn: boolean;
  shows: string;
  isOld: boolean;
  templates: DocumentFragment;
  servedPage: ServedPage | null;
  auction: string | null;
  nextHand: { place: Element; nodes: Node[] } | null;
}

/** The match of the page. */
interface MatchHere {
  id: string;
  home: string;
  /** The side that this phone is on; null where that is not known. */
  /** Which match of the evening it is and how that stands; empty for the first. */
  evening: string;
  side: Side | null;
  /** With what waits here; null before it is known, when nothing is shown yet. */
  ledger: Ledger;
  revision: number;
  waiting: Waiting[];
  seen: string | null;
  isReachable: boolean;
  isStrange: boolean;
  difference: { differs?: string; server: string } | null;
}

/** The server's page of the ledger, kept aside. */
interface ServedPage {
  nodes: Element[];
  scrollTop?: number;
  shows?: string | null;
}

/** All that decides what a tap on a link does. */
interface TapState {
  match: Pick<MatchHere, "home" | "ledger" | "waiting">;
  screen: Pick<ShownView, "isOwn">;
  writing: Partial<PhoneState["writing"]>;
  /** The views that can be shown, by name. */
  views: Record<string, unknown>;
  isAlone: boolean;
  hasWorker: boolean;
}

type Decision = "wait" | "show" | "follow" | "browser";

/** Shows a view. */
type ShowView = (view: View, how: { isNew?: boolean }) => unknown;

/** The part of an operation that says what its phone showed. */
type Shown = Pick<ActData["recorded"], "scored"> & Pick<ActData["adjusted"], "known_revision">;

/** Which hand is entered. */
interface Place {
  kind: "new" | "correct" | "insert";
  /** Of the hand that is corrected, or before which one is inserted. */
  ref: Ref;
  number: number;
  dealer: Seat;
  hand?: PartialHand | null;
  isSaved?: boolean;
}

/** The function to call if another tab wrote this operation with other content. */
type Otherwise = (act: NamedAct) => Problem[] | Promise<Problem[]>;
