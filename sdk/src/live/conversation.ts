import type { TokenRecord } from '../api/types.generated.ts';
import type { Call } from '../call.ts';
import type { AzulejoError } from '../errors.ts';
import type { Broker, ReceivedMessage } from './broker.ts';
import { changeOf, createChanges } from './changes.ts';
import { createFeed } from './feed.ts';
import { createFollowing } from './following.ts';
import type { Link } from './link.ts';
import { createListeners } from './listeners.ts';
import { createReads } from './reads.ts';
import { createReports } from './reports.ts';
import { createServing } from './serving.ts';
import { addressIn, filterOf, treeOf } from './topics.ts';
import type { LastValue, LiveState } from './types.ts';
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
  const reads = createReads(link);
  const reports = createReports(link);
  const serving = createServing(reports);
  const writes = createWrites({
    link,
    userId: tree === 'users' ? owner.owner_id : undefined,
    lastChange: (address) => changes.last(address)?.timestamp,
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
