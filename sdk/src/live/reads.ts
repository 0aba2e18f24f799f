import { type Address, addressKey } from '@azulejo/model';
import type { PlatformMessage } from '../api/types.generated.ts';
import { AzulejoError } from '../errors.ts';
import { withResolvers } from '../with-resolvers.ts';
import { authorOf, isNewer } from './changes.ts';
import type { Link } from './link.ts';
import { publishTopic } from './topics.ts';
import type { AskOptions, ReadValue } from './types.ts';

type Reader = { resolve(value: ReadValue): void; reject(error: unknown): void };

/** Pending reads. Parallel reads of the same property share one request. */
export type Reads = {
  read(address: Address, options?: AskOptions): Promise<ReadValue>;
  /**
   * Handles a message from the broker: an `ir` answers a read, and so does an `iw`, unless it is one from before the
   * request that is sent again.
   */
  handleMessage(address: Address, message: PlatformMessage): void;
  /** Sends pending reads again on a new connection, since reads are idempotent. */
  resume(): void;
  fail(error: AzulejoError): void;
};

const TIMEOUT_MS = 10_000;

type Options = {
  link: Pick<Link, 'broker'>;
  /** Returns the timestamp of the property’s last known value, by the platform’s clock. */
  lastChange: (address: Address) => string | undefined;
};

type Waiting = { readonly topic: string; readonly since: string | undefined; readonly readers: Set<Reader> };

export function createReads({ link, lastChange }: Options): Reads {
  const waiting = new Map<string, Waiting>();
  const ask = (topic: string) => {
    // A request that is lost with its connection is sent again by `resume`.
    void link
      .broker()
      ?.publish(topic, { io: 'r' })
      .catch(() => {});
  };
  return {
    read: async (address, { timeoutMs = TIMEOUT_MS } = {}) => {
      const topic = publishTopic(address);
      const { promise, resolve, reject } = withResolvers<ReadValue>();
      const key = addressKey(address);
      const reader = { resolve, reject };
      const entry = waiting.get(key) ?? { topic, since: lastChange(address), readers: new Set() };
      if (entry.readers.size === 0) ask(topic);
      waiting.set(key, { ...entry, readers: entry.readers.add(reader) });
      const timer = setTimeout(() => reject(noAnswer(address, timeoutMs)), timeoutMs);
      return promise.finally(() => {
        clearTimeout(timer);
        entry.readers.delete(reader);
        if (entry.readers.size === 0 && waiting.get(key)?.readers === entry.readers) waiting.delete(key);
      });
    },
    handleMessage: (address, message) => {
      const entry = waiting.get(addressKey(address));
      const { io, data, timestamp } = message;
      if (!entry || data === undefined) return;
      if (io !== 'ir' && !(io === 'iw' && isNewer(timestamp, entry.since))) return;
      waiting.delete(addressKey(address));
      for (const reader of entry.readers) reader.resolve(readValue(message));
    },
    resume: () => {
      for (const { topic } of waiting.values()) ask(topic);
    },
    fail: (error) => {
      for (const { readers } of waiting.values()) for (const reader of readers) reader.reject(error);
    },
  };
}

const readValue = ({ data, timestamp, stale, ...message }: PlatformMessage): ReadValue => ({
  data,
  timestamp,
  ...authorOf(message),
  ...(stale && { stale }),
});

const noAnswer = ({ component, property }: Address, ms: number) =>
  new AzulejoError('TimedOut', `Reading ${component}/${property}: no answer within ${ms} ms`);
