import { AzulejoError } from '../errors.ts';
import { withResolvers } from '../with-resolvers.ts';
import { backoffMs } from './backoff.ts';
import type { Broker } from './broker.ts';
import type { LiveState } from './types.ts';

/**
 * Keeps one connection to the broker until it is closed. Each attempt goes through these phases:
 * 1. Open the connection (`connecting` at first, later `offline`).
 * 2. Resume: subscribe and catch up.
 * 3. `online` until the connection ends, then `offline`.
 * 4. Wait for the backoff, and start again. An error that a retry cannot help closes the link.
 */
export type Link = {
  start(): void;
  state(): LiveState;
  /** Returns the connection while it is online, else undefined. */
  broker(): Broker | undefined;
  /**
   * Waits until the link is online. Rejects with the last error on timeout, or with the error that closed the
   * link.
   */
  online(timeoutMs: number): Promise<Broker>;
  readonly closed: Promise<AzulejoError | undefined>;
  close(error?: AzulejoError): void;
};

type Options = {
  open: () => Promise<Broker>;
  /** Prepares a new connection. The link is online when the promise resolves. */
  resume: (broker: Broker) => Promise<void>;
  onState: (state: LiveState) => void;
};

/** A connection that was online for longer than this resets the backoff. */
const GOOD_MS = 10_000;

export function createLink({ open, resume, onState }: Options): Link {
  const { get: state, isClosed, set: setState, wait } = createLinkState(onState);
  const { pause, wake } = createPause();
  let broker: Broker | undefined;
  let lastError: unknown;
  const backoff = createBackoff();
  const { promise: closed, resolve: finish } = withResolvers<AzulejoError | undefined>();

  const close = (error?: AzulejoError) => {
    if (isClosed()) return;
    lastError = error;
    setState('closed');
    broker?.end();
    wake();
    finish(error);
  };

  /** Runs one connection from opening to close (phases 1 to 3). */
  async function hold(): Promise<void> {
    const opened = await open();
    broker = opened;
    try {
      if (!isClosed()) await resume(opened);
      setState('online');
      backoff.online();
      if (isClosed()) opened.end();
      await opened.closed;
    } finally {
      opened.end();
      broker = undefined;
      setState('offline');
    }
  }

  async function run(): Promise<void> {
    while (!isClosed()) {
      try {
        await hold();
      } catch (error) {
        if (!isPassing(error, state())) return close(ended(error));
        lastError = error;
      }
      if (!isClosed()) await pause(backoff.nextMs());
    }
  }

  return {
    start: () => void run(),
    state,
    broker: () => (state() === 'online' ? broker : undefined),
    closed,
    close,
    online: (timeoutMs) =>
      wait(timeoutMs, (resolve, reject, isLate) => {
        if (state() === 'online' && broker) resolve(broker);
        else if (isClosed()) reject(lastError ?? closedByProgram());
        else if (isLate) reject(lastError ?? notInTime(timeoutMs));
      }),
  };
}

/** Counts the attempts since the last good connection. */
function createBackoff() {
  let attempt = 0;
  let onlineSince = Number.POSITIVE_INFINITY;
  return {
    online: () => {
      onlineSince = performance.now();
    },
    /** Returns how long to wait after an attempt, or after the end of a connection. */
    nextMs: (): number => {
      if (performance.now() - onlineSince > GOOD_MS) attempt = 0;
      onlineSince = Number.POSITIVE_INFINITY;
      attempt += 1;
      return backoffMs(attempt - 1);
    },
  };
}

const notInTime = (timeoutMs: number) =>
  new AzulejoError('TimedOut', `There was no live connection within ${timeoutMs} ms.`);

export const closedByProgram = () => new AzulejoError('Unreachable', 'The live connection is closed.');

/**
 * Returns whether a retry may help: the platform is unreachable, overloaded or failing. A certificate that is
 * not trusted ends only the first connection; later it may be that of a network's sign-in page.
 */
function isPassing(error: unknown, state: LiveState): boolean {
  if (!(error instanceof AzulejoError)) return false;
  if (error.name === 'Untrusted') return state !== 'connecting';
  if (error.name === 'Refused')
    return error.status !== undefined && (error.status >= 500 || error.status === 429);
  return ['Unreachable', 'TimedOut', 'Unreadable'].includes(error.name);
}

const ended = (error: unknown) =>
  error instanceof AzulejoError
    ? error
    : new AzulejoError('Unreachable', `There can be no live connection: ${String(error)}`, { cause: error });

type Check<Result> = (
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
  isLate: boolean,
) => void;

/** Holds the state of a link. `closed` is final. */
function createLinkState(onState: (state: LiveState) => void) {
  let state: LiveState = 'connecting';
  const waiting = new Set<() => void>();
  return {
    get: () => state,
    isClosed: () => state === 'closed',
    set: (next: LiveState): void => {
      if (state === next || state === 'closed') return;
      state = next;
      onState(next);
      for (const look of waiting) look();
    },
    /** Calls `check` now, after every change of the state, and one last time at the timeout. */
    wait: <Result>(timeoutMs: number, check: Check<Result>): Promise<Result> => {
      const { promise, resolve, reject } = withResolvers<Result>();
      const look = () => check(resolve, reject, false);
      const timer = setTimeout(() => check(resolve, reject, true), timeoutMs);
      waiting.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(look);
      });
    },
  };
}

/** Returns a pause between attempts that can be ended early. */
function createPause() {
  let wake = () => {};
  return {
    wake: () => wake(),
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
