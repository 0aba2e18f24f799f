import { ACCESS, type Address, addressKey } from '@azulejo/model';
import type { ClientMessage, PlatformMessage, TokenRecord } from '../api/types.generated.ts';
import type { Call } from '../call.ts';
import { AzulejoError } from '../errors.ts';
import { withResolvers } from '../with-resolvers.ts';
import { type Broker, isLost, type ReceivedMessage } from './broker.ts';
import { authorOf, changeOf, createChanges } from './changes.ts';
import { createFeed } from './feed.ts';
import { createFollowing } from './following.ts';
import type { Link } from './link.ts';
import { createListeners } from './listeners.ts';
import { createReads } from './reads.ts';
import { addressIn, filterOf, publishTopic, treeOf } from './topics.ts';
import { type Handlers, type LastValue, type LiveState, Unavailable } from './types.ts';
import { createWrites } from './writes.ts';

type Options = {
  readonly link: Pick<Link, 'broker' | 'online'>;
  readonly call: Call;
  readonly owner: TokenRecord;
  readonly after: string | undefined;
  readonly values: Promise<readonly LastValue[]> | undefined;
};

/**
 * The cursor is moved up to what came over MQTT at this interval, so that little has to be read after a reconnect.
 */
const CHECKPOINT_MS = 60_000;

/** Routes messages between the broker and the parts of a live connection. Outlives reconnects. */
export function createConversation({ link, call, owner, after, values }: Options) {
  const tree = treeOf(owner);
  const listeners = createListeners({ keeps: after !== undefined });
  const changes = createChanges(listeners);
  const lastChange = (address: Address) => changes.last(address)?.timestamp;
  const reads = createReads({ link, lastChange });
  const reports = createReports(link);
  const serving = createServing(reports);
  const writes = createWrites({
    link,
    userId: tree === 'users' ? owner.owner_id : undefined,
    lastChange,
  });
  const following =
    tree === 'users'
      ? createFollowing({ feed: createFeed(call, values), changes, listeners, after, onEvent: writes.learn })
      : undefined;
  const checkpoint = setInterval(() => void following?.catchUp().catch(() => {}), CHECKPOINT_MS);

  const handleMessage = ({ topic, message, retained }: ReceivedMessage): void => {
    const address = addressIn(topic);
    if (!address) return;
    const change = changeOf(address, message);
    // A user’s feed already contains retained values, and every change before them.
    if (change && retained && !following) changes.apply({ ...change, snapshot: true });
    if (retained) return;
    if (change) (following ?? { receive: changes.apply }).receive(change);
    for (const part of [reads, writes, reports, serving]) part.handleMessage(address, message);
  };

  return {
    listeners,
    changes,
    following,
    reads,
    writes,
    reports,
    serving,
    handleMessage,
    resume: async (broker: Broker) => {
      const subscribe = () => broker.subscribe(filterOf(tree, owner.owner_id));
      await (following ? following.resume(subscribe) : subscribe());
    },
    setState: (state: LiveState) => {
      const broker = link.broker();
      if (broker) {
        reads.resume();
        reports.resume(broker);
      }
      listeners.emit('state', state);
    },
    fail: (error: AzulejoError) => {
      clearInterval(checkpoint);
      for (const part of [reads, writes, reports]) part.fail(error);
    },
  };
}

/** Passes reads and writes of the client’s own channels to its handlers, and sends their results. */
type Serving = {
  serve(handlers: Handlers): void;
  /** Handles a message from the broker: `r` and `w`. Queues it until `serve` is called. */
  handleMessage(address: Address, message: PlatformMessage): void;
};

/**
 * Maximum number of requests queued before `serve`. The oldest is dropped, since its
 * requester gives up first.
 */
const MAX_CACHED_QUESTIONS = 1000;

function createServing(reports: Pick<Reports, 'send'>): Serving {
  let handlers: Handlers | undefined;
  const kept: [Address, PlatformMessage][] = [];
  const busy = new Map<string, Promise<void>>();

  async function answer(serve: Handlers, address: Address, message: PlatformMessage): Promise<void> {
    const { io, data, timestamp } = message;
    const requested = { ...authorOf(message), timestamp };
    try {
      if (io === 'r') {
        const value = await serve.onRead(address, requested);
        if (value !== undefined) await reports.send(address, { io: 'ir', data: value });
      } else {
        const value = await serve.onWrite(address, data, requested);
        await reports.send(address, { io: 'iw', data: value === undefined ? data : value });
      }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await reports.send({ ...address, property: ACCESS }, { io: 'ir', data: error.access });
    }
  }

  /** Handles the requests of one property one after another, so that its answers keep their order. */
  function enqueue(serve: Handlers, address: Address, message: PlatformMessage): void {
    const key = addressKey(address);
    const before = busy.get(key) ?? Promise.resolve();
    const after = before.then(() => answer(serve, address, message));
    // An error of a handler becomes an unhandled rejection of the program. It does not stop the next request.
    const done = after.catch((error: unknown) => {
      if (!isLost(error)) void Promise.reject(error);
    });
    busy.set(key, done);
    void done.then(() => busy.get(key) === done && busy.delete(key));
  }

  return {
    serve: (given) => {
      if (handlers) throw new TypeError('It is served already.');
      handlers = given;
      for (const [address, message] of kept.splice(0)) enqueue(given, address, message);
    },
    handleMessage: (address, message) => {
      if (message.io !== 'r' && message.io !== 'w') return;
      if (handlers) return enqueue(handlers, address, message);
      kept.push([address, message]);
      if (kept.length > MAX_CACHED_QUESTIONS) kept.shift();
    },
  };
}

/** Values reported for the client’s own channels that the platform has not acknowledged yet. */
type Reports = {
  /**
   * Resolves when the platform has acknowledged the report. Until then each new connection resends it, in
   * order.
   */
  send(address: Address, message: ClientMessage): Promise<void>;
  /** Handles a message from the broker: an `e` refuses a report. */
  handleMessage(address: Address, message: PlatformMessage): void;
  resume(broker: Broker): void;
  fail(error: AzulejoError): void;
};

type Entry = { topic: string; message: ClientMessage; resolve(): void; reject(error: unknown): void };

function createReports(link: Pick<Link, 'broker'>): Reports {
  const waiting = new Set<Entry>();
  const publish = (broker: Broker, entry: Entry) => {
    const forget = () => waiting.delete(entry);
    broker.publish(entry.topic, entry.message).then(
      () => forget() && entry.resolve(),
      // Only a refusal rejects it; a report that is lost with its connection is sent again.
      (error: unknown) => isLost(error) || (forget() && entry.reject(error)),
    );
  };
  return {
    send: async (address, message) => {
      const { promise, resolve, reject } = withResolvers<void>();
      const entry: Entry = { topic: publishTopic(address), message, resolve, reject };
      waiting.add(entry);
      const broker = link.broker();
      if (broker) publish(broker, entry);
      return promise;
    },
    handleMessage: (address, { io, error }) => {
      if (io !== 'e' || !error) return;
      const topic = publishTopic(address);
      const entry = [...waiting].find((each) => each.topic === topic);
      if (!entry) return;
      waiting.delete(entry);
      entry.reject(refused(error));
    },
    resume: (broker) => {
      for (const entry of waiting) publish(broker, entry);
    },
    fail: (error) => {
      for (const entry of waiting) entry.reject(error);
      waiting.clear();
    },
  };
}

const refused = ({ code, text }: { code: number; text: string }) =>
  new AzulejoError('Refused', `The report was not taken: ${text} (code ${code})`, { code, text });
