import { AzulejoError } from '../errors.ts';
import { backoffMs } from './backoff.ts';
import type { Broker } from './broker.ts';
import type { LiveState } from './types.ts';

/** Keeps one connection to the broker, for ever. */
export type Link = {
  start(): void;
  state(): LiveState;
  /** The connection, once it is ready, or undefined. */
  broker(): Broker | undefined;
  /** The same, waited for. Fails with what went wrong last, or with what closed the link. */
  online(timeoutMs: number): Promise<Broker>;
  readonly closed: Promise<AzulejoError | undefined>;
  close(error?: AzulejoError): void;
};

type Options = {
  open: () => Promise<Broker>;
  /** Makes a new connection ready: it is online when this is fulfilled. */
  resume: (broker: Broker) => Promise<void>;
  onState: (state: LiveState) => void;
};

/** A connection that lasted so long was a good one: the next attempt comes soon again. */
const GOOD_MS = 10_000;

export function createLink({ open, resume, onState }: Options): Link {
  let state: LiveState = 'connecting';
  let broker: Broker | undefined;
  let lastError: unknown;
  let wake = () => {};
  const waiting = new Set<() => void>();
  const { promise: closed, resolve: finish } = Promise.withResolvers<AzulejoError | undefined>();
  const isClosed = () => state === 'closed';

  const turn = (next: LiveState) => {
    if (state === next || isClosed()) return;
    state = next;
    onState(next);
    for (const look of waiting) look();
  };
  const close = (error?: AzulejoError) => {
    if (isClosed()) return;
    lastError = error;
    turn('closed');
    broker?.end();
    wake();
    finish(error);
  };

  /** One connection, from its making to its end. */
  async function hold(): Promise<void> {
    const opened = await open();
    broker = opened;
    try {
      if (!isClosed()) await resume(opened);
      turn('online');
      if (isClosed()) opened.end();
      await opened.closed;
    } finally {
      opened.end();
      broker = undefined;
      turn('offline');
    }
  }

  async function run(): Promise<void> {
    for (let attempt = 0; !isClosed(); attempt += 1) {
      const since = Date.now();
      try {
        await hold();
      } catch (error) {
        if (!isPassing(error)) return close(ended(error));
        lastError = error;
      }
      if (Date.now() - since > GOOD_MS) attempt = 0;
      if (!isClosed()) await pause(backoffMs(attempt));
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    start: () => void run(),
    state: () => state,
    broker: () => (state === 'online' ? broker : undefined),
    closed,
    close,
    online: (timeoutMs) => {
      const { promise, resolve, reject } = Promise.withResolvers<Broker>();
      const look = () => {
        if (state === 'online' && broker) resolve(broker);
        else if (isClosed()) reject(lastError ?? closedByProgram());
      };
      const timer = setTimeout(() => reject(lastError ?? notInTime(timeoutMs)), timeoutMs);
      waiting.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(look);
      });
    },
  };
}

const notInTime = (timeoutMs: number) =>
  new AzulejoError('TimedOut', `There was no live connection within ${timeoutMs} ms.`);

export const closedByProgram = () => new AzulejoError('Unreachable', 'The live connection is closed.');

/** Whether trying again may help: the platform cannot be reached, or cannot answer just now. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof AzulejoError)) return false;
  if (error.name === 'Refused')
    return error.status !== undefined && (error.status >= 500 || error.status === 429);
  return ['Unreachable', 'TimedOut', 'Unreadable'].includes(error.name);
}

const ended = (error: unknown) =>
  error instanceof AzulejoError
    ? error
    : new AzulejoError('Unreachable', `There can be no live connection: ${String(error)}`, { cause: error });
