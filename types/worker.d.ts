// The worker that opens Tefteri where there is no network (static/js/worker.js). A program with pages'
// scripts in it cannot take in TypeScript's own library for workers.

/** An event of the worker: the used fields of all kinds. */
interface WorkerEvent extends Event {
  data: string;
  request: Request;
  source: { url: string };
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerScope {
  /** The constants that the server puts in front of the script. */
  SHELL: {
    version: string;
    versioned: string;
    files: string[];
    pages: string[];
    /** Those of both without which nothing opens. */
    needed: string[];
    standIns: [string, string][];
    offline: string;
  };
  clients: { claim(): Promise<void> };
  location: Location;
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
  skipWaiting(): void;
}
