import type { CommandState, Event, errors, PlatformMessage } from '@azulejo/contract';
import { AzulejoError } from '../errors.ts';
import type { Link } from './link.ts';
import { sameJson } from './same-json.ts';
import { keyOf, publishTopic } from './topics.ts';
import type { Address, AskOptions, Confirmation } from './types.ts';

/**
 * Writes that wait for their confirmation. A message has no id by which an answer could name its question, so: the value
 * asked for confirms; another value confirms when it came after the platform took the write (its acknowledgement). One
 * that came before may have been on its way already: then the feed, which lists how each write ended, decides.
 */
export type Writes = {
  write(address: Address, data: unknown, options?: AskOptions): Promise<Confirmation>;
  /** What the broker sends: `iw` and `e`. */
  hear(address: Address, message: PlatformMessage): void;
  /** How a write ended, by the feed; `answer` is the value of the property at that point. */
  settle(event: Event, answer: unknown): void;
  fail(error: AzulejoError): void;
};

type Waiting = {
  readonly data: unknown;
  /** By the platform’s clock: what ended until then was an earlier write. */
  since: string;
  isTaken: boolean;
  /** Nobody waits any more. */
  isOver: boolean;
  /** Another value, which came before the write was known to be taken. */
  doubtful?: Confirmation;
  resolve(confirmation: Confirmation): void;
  reject(error: unknown): void;
};

type Options = {
  link: Pick<Link, 'online'>;
  /** The latest of the platform’s timestamps that were heard. */
  now: () => string;
  /** Reads the feed, where there is one. */
  consult: (() => Promise<void>) | undefined;
};

const PATIENCE_MS = 15_000;

export function createWrites({ link, now, consult }: Options): Writes {
  const waiting = new Map<string, Waiting>();

  async function send(address: Address, data: unknown, entry: Waiting, timeoutMs: number): Promise<void> {
    const broker = await link.online(timeoutMs);
    if (entry.isOver) return;
    entry.since = now();
    waiting.get(keyOf(address))?.reject(failure(endings.superseded));
    waiting.set(keyOf(address), entry);
    // Lost with its connection: whether it was taken is found in the feed, or not known in the end.
    const isTaken = await broker.publish(publishTopic(address), { io: 'w', data }).then(
      () => true,
      () => false,
    );
    if (!isTaken) return;
    entry.isTaken = true;
    const { doubtful } = entry;
    if (doubtful === undefined) return;
    if (consult) await consult();
    else entry.resolve(doubtful);
  }

  return {
    write: async (address, data, { timeoutMs = PATIENCE_MS } = {}) => {
      publishTopic(address);
      const { promise, resolve, reject } = Promise.withResolvers<Confirmation>();
      const entry: Waiting = { data, since: '', isTaken: false, isOver: false, resolve, reject };
      send(address, data, entry, timeoutMs).catch(reject);
      const timer = setTimeout(() => reject(noConfirmation(address, timeoutMs)), timeoutMs);
      return promise.finally(() => {
        entry.isOver = true;
        clearTimeout(timer);
        if (waiting.get(keyOf(address)) === entry) waiting.delete(keyOf(address));
      });
    },
    hear: (address, { io, data, timestamp, error }) => {
      const entry = waiting.get(keyOf(address));
      if (!entry) return;
      if (io === 'e' && error) entry.reject(failure(error));
      if (io !== 'iw') return;
      if (sameJson(data, entry.data)) entry.resolve({ state: 'done', data, timestamp });
      else if (entry.isTaken) entry.resolve({ state: 'answered', data, timestamp });
      else entry.doubtful = { state: 'answered', data, timestamp };
    },
    settle: (event, answer) => {
      const entry = waiting.get(keyOf(event));
      const { state, data, timestamp } = event;
      if (!entry || !state || timestamp <= entry.since || !sameJson(data, entry.data)) return;
      if (state === 'done') entry.resolve({ state, data, timestamp });
      else if (state === 'answered') entry.resolve({ state, data: answer, timestamp });
      else if (state !== 'open') entry.reject(failure(endings[state]));
    },
    fail: (error) => {
      for (const entry of waiting.values()) entry.reject(error);
    },
  };
}

type Ending = { readonly code: number; readonly text: string };
type Unhappy = Exclude<CommandState, 'open' | 'done' | 'answered'>;

/** The platform’s own codes, as an `e` carries them. */
const endings = {
  unanswered: { code: 5040, text: 'The device did not answer in time.' },
  refused: { code: 4090, text: 'The device refused the write.' },
  superseded: { code: 4091, text: 'A newer write of the same property came in between.' },
} as const satisfies Record<Unhappy, Ending> & {
  unanswered: Pick<(typeof errors)['unanswered'], 'code' | 'text'>;
  refused: Pick<(typeof errors)['refused_by_device'], 'code' | 'text'>;
  superseded: Pick<(typeof errors)['superseded'], 'code' | 'text'>;
};

const failure = ({ code, text }: Ending) =>
  new AzulejoError('Refused', `The write was not done: ${text} (code ${code})`, { code, text });

const noConfirmation = ({ component, property }: Address, ms: number) =>
  new AzulejoError('TimedOut', `Writing ${component}/${property}: no confirmation within ${ms} ms`);
