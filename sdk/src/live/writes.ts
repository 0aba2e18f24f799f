import { type Address, addressKey, failedStateOf, writeErrors } from '@azulejo/model';
import type { Event, PlatformMessage } from '../api/types.generated.ts';
import { AzulejoError } from '../errors.ts';
import { withResolvers } from '../with-resolvers.ts';
import { isNewer } from './changes.ts';
import type { Link } from './link.ts';
import { sameJson } from './same-json.ts';
import { publishTopic } from './topics.ts';
import type { AskOptions, Confirmation } from './types.ts';

/**
 * Writes that wait for their confirmation. MQTT messages carry no id that would match an answer to its write.
 * But the platform has at most one open write per property, settles it before it opens the next, and names
 * the user whose write a value settles. So an answer belongs to the oldest pending write, unless its value is
 * the one that a newer write requested. A write goes through these phases:
 * 1. Wait for a connection.
 * 2. Publish, once: a write is not idempotent for the user, so it is never resent.
 * 3. Settle by a message from the broker, by an event of the feed after a reconnect, or by the timeout.
 */
export type Writes = {
  write(address: Address, data: unknown, options?: AskOptions): Promise<Confirmation>;
  /** Handles a message from the broker: an `iw` confirms a write, an `e` refuses it. */
  handleMessage(address: Address, message: PlatformMessage): void;
  /** Handles an event of the feed: it settles writes whose answer was lost with a connection. */
  learn(event: Event): void;
  fail(error: AzulejoError): void;
};

type Waiting = {
  readonly data: unknown;
  /** Timestamp by the platform’s clock. Events up to it concern an earlier write. */
  readonly since: string;
  /** True when the publish was acknowledged: the platform has opened the write. */
  isTaken: boolean;
  resolve(confirmation: Confirmation): void;
  reject(error: unknown): void;
};

type Options = {
  link: Pick<Link, 'online'>;
  /** The user on whose behalf this program writes, if any. */
  userId: string | undefined;
  /** Returns the timestamp of the property’s last known value, by the platform’s clock. */
  lastChange: (address: Address) => string | undefined;
};

/**
 * Longer than the platform waits for the owner of any channel, so that its answer comes before this timeout.
 */
const TIMEOUT_MS = 35_000;

export function createWrites({ link, userId, lastChange }: Options): Writes {
  const waiting = new Map<string, Waiting[]>();
  /** The timestamp of the last failed write, by property. */
  const lastError = new Map<string, string>();
  const latest = (address: Address) =>
    [lastChange(address) ?? '', lastError.get(addressKey(address)) ?? ''].sort().at(-1) ?? '';
  const at = (address: Address) => waiting.get(addressKey(address)) ?? [];
  const remove = (address: Address, entry: Waiting) => {
    const rest = at(address).filter((each) => each !== entry);
    if (rest.length > 0) waiting.set(addressKey(address), rest);
    else waiting.delete(addressKey(address));
  };

  async function send(address: Address, data: unknown, ends: Ends): Promise<void> {
    const broker = await link.online(ends.timeoutMs);
    if (ends.hasEnded()) return;
    const { resolve, reject } = ends;
    const entry: Waiting = { data, since: latest(address), isTaken: false, resolve, reject };
    waiting.set(addressKey(address), [...at(address), entry]);
    // Removed synchronously, since the next message may settle the next write.
    ends.onEnd(() => remove(address, entry));
    // After a lost connection, the feed shows whether the write was accepted; otherwise it times out.
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
    handleMessage: (address, { io, data, timestamp, error, on_behalf_of }) => {
      const entries = at(address);
      if (io === 'iw' && on_behalf_of === userId) confirm(sentBefore(entries, timestamp), data, timestamp);
      if (io !== 'e' || !error) return;
      lastError.set(addressKey(address), timestamp);
      const isEnd = failedStateOf(error.code) !== undefined;
      const entry = isEnd ? entries[0] : (entries.find((each) => !each.isTaken) ?? entries[0]);
      entry?.reject(failure(error));
    },
    learn: (event) => {
      const { type, state, data, timestamp, on_behalf_of, cause = '' } = event;
      if (on_behalf_of !== userId) return;
      const entries = sentBefore(at(event), timestamp);
      if (type === 'value' && cause.startsWith('command:')) confirm(entries, data, timestamp);
      const isUnhappy = state === 'unanswered' || state === 'refused' || state === 'superseded';
      if (isUnhappy) entries.find((each) => sameJson(each.data, data))?.reject(failure(writeErrors[state]));
    },
    fail: (error) => {
      for (const entry of [...waiting.values()].flat()) entry.reject(error);
    },
  };
}

/** Returns the writes that something of this time can have settled: not a value from before them that is sent again. */
const sentBefore = (entries: readonly Waiting[], timestamp: string): Waiting[] =>
  entries.filter(({ since }) => isNewer(timestamp, since));

/** Settles the write of this value as done or, if no write asked for it, the first one as answered. */
function confirm(entries: readonly Waiting[], data: unknown, timestamp: string): void {
  const requested = entries.find((each) => sameJson(each.data, data));
  if (requested) requested.resolve({ state: 'done', data, timestamp });
  else entries[0]?.resolve({ state: 'answered', data, timestamp });
}

type Ends = ReturnType<typeof createEnds>;

/** Returns a promise for one write that settles once, by whatever comes first, and then runs a cleanup. */
function createEnds(timeoutMs: number) {
  const { promise, resolve, reject } = withResolvers<Confirmation>();
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

const failure = ({ code, text }: { readonly code: number; readonly text: string }) =>
  new AzulejoError('Refused', `The write was not done: ${text} (code ${code})`, { code, text });

const noConfirmation = ({ component, property }: Address, ms: number) =>
  new AzulejoError('TimedOut', `Writing ${component}/${property}: no confirmation within ${ms} ms`);
