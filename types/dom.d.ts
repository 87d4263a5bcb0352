// Types of the pages' elements. Only the templates know which element a selector finds. So it is taken for
// one with all properties of a form's field, a link and a picture. It may also be missing.

interface Found extends HTMLElement {
  action: string;
  checked: boolean;
  content: DocumentFragment;
  control: Found | null;
  decode(): Promise<void>;
  defaultChecked: boolean;
  defaultValue: string;
  disabled: boolean;
  elements: HTMLFormControlsCollection;
  files: FileList | null;
  form: HTMLFormElement | null;
  href: string;
  method: string;
  name: string;
  options?: HTMLOptionsCollection;
  pathname: string;
  open: boolean;
  required: boolean;
  type: string;
  value: string;
  checkValidity(): boolean;
  requestSubmit(submitter?: HTMLElement | null): void;
  reset(): void;
  select(): void;
  setCustomValidity(message: string): void;
  submit(): void;
  target: string;
}

/** A form, where the selector is known for one. */
type FormSelector =
  | "#entry"
  | "#question"
  | "form[data-draft]"
  | "form[data-says]";

interface ParentNode {
  querySelector(selectors: FormSelector): HTMLFormElement | null;
  querySelector(selectors: string): Found | null;
  querySelectorAll(selectors: string): NodeListOf<Found>;
}

interface Element {
  closest(selectors: string): Found | null;
  cloneNode(subtree?: boolean): Element;
}

interface DocumentFragment {
  cloneNode(subtree?: boolean): DocumentFragment;
  /** Not there: a view is no page. */
  body?: undefined;
}

/** The fields of our forms, by their names. */
interface HTMLFormControlsCollection {
  after: HTMLInputElement;
  calls: HTMLInputElement;
  contract_op_id: HTMLInputElement;
  hand_id?: HTMLInputElement;
  op_id: HTMLInputElement;
  revision: HTMLInputElement;
  seq?: HTMLInputElement;
  namedItem(name: string): (Found & HTMLInputElement & RadioNodeList) | null;
  [Symbol.iterator](): ArrayIterator<Found>;
}

/** No form of ours that is read sends a file. */
interface FormData {
  get(name: string): string | null;
  getAll(name: string): string[];
}

interface Event {
  /** Of an event of htmx: what it is about. */
  readonly detail?: any;
  /** Of one that leads from page to page. */
  readonly viewTransition?: ViewTransition | null;
  /** Of `beforeinstallprompt`. */
  prompt?(): Promise<void>;
}

interface Navigator {
  /** On an iPhone: was the page opened from the home screen? */
  readonly standalone?: boolean;
}

interface HTMLElement {
  showPopover(how?: { source: HTMLElement }): void;
}

declare const htmx: {
  trigger(element: Element, event: string): void;
  process(element: Element): void;
};
