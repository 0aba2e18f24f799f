import type { CommandState, Event, errors, PlatformMessage } from '@azulejo/contract';
import { AzulejoError } from '../errors.ts';
import type { Link } from './link.ts';
import { sameJson } from './same-json.ts';
import { keyOf, publishTopic } from './topics.ts';
import type { Address, AskOptions, Confirmation } from './types.ts';

/**
 * Writes that wait for their confirmation. No message has an id by which an answer names its question. But of one
 * property the platform has one write open at a time, ends it before it opens the next, and says for whom the value is
 * that ended it: so an answer is for the oldest that waits, unless it has the value that a newer one asked for.
 */
export type Writes = {
  write(address: Address, data: unknown, options?: AskOptions): Promise<Confirmation>;
  /** What the broker sends: `iw` and `e`. */
  hear(address: Address, message: PlatformMessage): void;
  /** What the feed says of writes whose end was not heard. */
  learn(event: Event): void;
  fail(error: AzulejoError): void;
};

type Waiting = {
  readonly data: unknown;
  /** By the platform’s clock: what ended until then was an earlier write. */
  readonly since: string;
  /** Acknowledged: the platform has opened it. */
  isTaken: boolean;
  resolve(confirmation: Confirmation): void;
  reject(error: unknown): void;
};

type Options = {
  link: Pick<Link, 'online'>;
  /** For whom this program writes, when it is a user. */
  userId: string | undefined;
  /** When the property had its value last known, by the platform’s clock. */
  lastChange: (address: Address) => string | undefined;
};

/** Longer than the platform gives the owner of any channel: its word on how the write ended comes first. */
const TIMEOUT_MS = 35_000;

export function createWrites({ link, userId, lastChange }: Options): Writes {
  const waiting = new Map<string, Waiting[]>();
  /** When a write of the property was last told not to be done. */
  const lastError = new Map<string, string>();
  const latest = (address: Address) =>
    [lastChange(address) ?? '', lastError.get(keyOf(address)) ?? ''].sort().at(-1) ?? '';
  const at = (address: Address) => waiting.get(keyOf(address)) ?? [];
  const remove = (address: Address, entry: Waiting) => {
    const rest = at(address).filter((each) => each !== entry);
    if (rest.length > 0) waiting.set(keyOf(address), rest);
    else waiting.delete(keyOf(address));
  };
  const confirm = (entries: readonly Waiting[], data: unknown, timestamp: string) => {
    const asked = entries.find((each) => sameJson(each.data, data));
    if (asked) asked.resolve({ state: 'done', data, timestamp });
    else entries[0]?.resolve({ state: 'answered', data, timestamp });
  };

  async function send(address: Address, data: unknown, ends: Ends): Promise<void> {
    const broker = await link.online(ends.timeoutMs);
    if (ends.hasEnded()) return;
    const { resolve, reject } = ends;
    const entry: Waiting = { data, since: latest(address), isTaken: false, resolve, reject };
    waiting.set(keyOf(address), [...at(address), entry]);
    // At once, since the next message may be for the next write.
    ends.onEnd(() => remove(address, entry));
    // Lost with its connection: whether it was taken is found in the feed, or not known in the end.
    await broker.publish(publishTopic(address), { io: 'w', data }).catch(() => {});
    entry.isTaken = true;
  }

  return {
    write: async (address, data, { timeoutMs = TIMEOUT_MS } = {}) => {
      publishTopic(address);
      const ends = createEnds(timeoutMs);
      send(address, data, ends).catch(ends.reject);
      const timer = setTimeout(() => ends.reject(noConfirmation(address, timeoutMs)), timeoutMs);
      return ends.promise.finally(() => clearTimeout(timer));
    },
    hear: (address, { io, data, timestamp, error, on_behalf_of }) => {
      const entries = at(address);
      if (io === 'iw' && on_behalf_of === userId) confirm(entries, data, timestamp);
      if (io !== 'e' || !error) return;
      lastError.set(keyOf(address), timestamp);
      const isEnd = Object.values(endings).some(({ code }) => code === error.code);
      const entry = isEnd ? entries[0] : (entries.find((each) => !each.isTaken) ?? entries[0]);
      entry?.reject(failure(error));
    },
    learn: (event) => {
      const { type, state, data, timestamp, on_behalf_of, cause = '' } = event;
      if (on_behalf_of !== userId) return;
      const entries = at(event).filter(({ since }) => timestamp > since);
      if (type === 'value' && cause.startsWith('command:')) confirm(entries, data, timestamp);
      const isUnhappy = state === 'unanswered' || state === 'refused' || state === 'superseded';
      if (isUnhappy) entries.find((each) => sameJson(each.data, data))?.reject(failure(endings[state]));
    },
    fail: (error) => {
      for (const entry of [...waiting.values()].flat()) entry.reject(error);
    },
  };
}

type Ends = ReturnType<typeof createEnds>;

/** How one write ends: once, whatever comes first. */
function createEnds(timeoutMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<Confirmation>();
  let hasEnded = false;
  let afterwards = () => {};
  const end = () => {
    hasEnded = true;
    afterwards();
  };
  return {
    timeoutMs,
    promise,
    hasEnded: () => hasEnded,
    onEnd: (work: () => void) => {
      afterwards = work;
    },
    resolve: (confirmation: Confirmation) => {
      end();
      resolve(confirmation);
    },
    reject: (error: unknown) => {
      end();
      reject(error);
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
