import type { Broker } from '@azulejo/broker';
import { type Tree, type ValueAddress, valueTopic } from '@azulejo/contract';
import type { ChannelAccess } from '../../core/access/index.ts';
import type { DomainEventBus, DomainEvents } from '../../core/domain-events/index.ts';
import type { DeliveredTimes } from './delivered-times.ts';
import { groupOf, keyOf, type LivePrincipal, type LiveSession, nameOf } from './live-principal.ts';
import { encodeMessage } from './payload.ts';
import { homeTreeOf, topicsOf } from './rights.ts';

/** Delivers through the broker. `channel` and `clientId` are for the message trace. */
export type Delivery = Pick<
  Broker<LivePrincipal>,
  'isSubscribed' | 'listensUnder' | 'sessionsOf' | 'isKept'
> & {
  /** Returns the number of connected receivers. */
  deliver(
    key: string,
    topic: string,
    payload: Buffer,
    options?: {
      session?: string;
      expiresInMs?: number;
      onlyUngrouped?: boolean;
      channel?: ChannelAccess;
      clientId?: string;
    },
  ): number;
};

/**
 * Delivers the messages of the write path to sessions (fan-out). A value is broadcast to everybody who holds a
 * grant now; each message is serialized once. An open subscription without a grant receives nothing.
 */
export function deliverEvents(
  bus: DomainEventBus,
  broker: Delivery,
  openCommands: { deliver(request: DomainEvents['commandRequested']): void },
  deliveredTimes?: DeliveredTimes,
): Disposable {
  const listening = new DisposableStack();
  listening.use(bus.on('commandRequested', openCommands.deliver));
  listening.use(
    bus.on('valueReported', (event) => {
      if (deliveredTimes?.take(event.address, event.message.timestamp) ?? true) deliverValue(broker, event);
    }),
  );
  listening.use(bus.on('replySent', (event) => deliverReply(broker, event)));
  return listening;
}

/**
 * Sends a request to the owner. Virtual devices of the platform listen to the bus directly, and a phone is
 * never sent commands. Returns whether a session of the owner took it.
 */
export function deliverRequest(
  broker: Delivery,
  {
    owner,
    channel,
    address,
    message,
    answerMs,
  }: Omit<DomainEvents['commandRequested'], 'channel'> & {
    readonly channel?: ChannelAccess;
  },
): boolean {
  if (owner.kind === 'virtual' || owner.kind === 'user') return false;
  const topic = valueTopic(`${owner.kind}s`, owner.id, address);
  // A device must not carry out a command after it was given up.
  const options = { ...(channel && { channel }), expiresInMs: answerMs };
  const key = keyOf({ kind: 'client', id: owner.id });
  return broker.deliver(key, topic, encodeMessage(message), options) > 0 || broker.isKept(key);
}

type OfGrantee = { readonly tree: Tree; readonly id: string; readonly address: ValueAddress };

/**
 * Returns the topics of a value for the sessions of one grantee. Few listen to their home by its name, which costs as
 * much as the first topic.
 */
export const heardTopicsOf = (
  broker: Pick<Delivery, 'listensUnder'>,
  key: string,
  { tree, id, address }: OfGrantee,
): readonly string[] =>
  tree === 'users' && broker.listensUnder(key, homeTreeOf(id))
    ? topicsOf(tree, id, address)
    : [valueTopic(tree, id, address)];

function deliverValue(broker: Delivery, { channel, address, message }: DomainEvents['valueReported']): void {
  const payload = encodeMessage(message);
  // Sessions with limited rights are in groups: they do not see the channel of the person's phone.
  const onlyUngrouped = channel.owner?.kind === 'user';
  const options = (clientId: string) => ({ channel, clientId, onlyUngrouped });
  const deliver = (kind: 'user' | 'client', tree: Tree, id: string, clientId: string) => {
    const key = keyOf({ kind, id });
    for (const topic of heardTopicsOf(broker, key, { tree, id, address }))
      broker.deliver(key, topic, payload, options(clientId));
  };
  for (const { id, clientId } of channel.users) deliver('user', 'users', id, clientId);
  for (const id of channel.applications) deliver('client', 'applications', id, id);
}

/**
 * Sends a reply to the session that made the request. The answer to a read goes to all sessions of the same
 * principal when that session has no subscription, because a known app may read through one connection and
 * listen on another (android-app 4.1, 4.6). An error goes only to the session that caused it.
 */
export function deliverReply(broker: Delivery, { to, address, message }: Reply): void {
  const key = keyOf(to);
  const sessions = [...broker.sessionsOf(key)];
  const requesting = requestingSession(broker, to);
  const tree = (requesting ?? sessions[0])?.principal.tree;
  if (tree === undefined) return;
  const topics = topicsOf(tree, to.id, address);
  const payload = encodeMessage(message);
  const { clientId } = to;
  // Sessions with limited rights are in groups, and are not sent the answers to what the person reads.
  const onlyUngrouped = !requesting || groupOf(requesting.principal) === undefined;
  const listening = requesting && topics.find((topic) => broker.isSubscribed(requesting.id, topic));
  if (listening) broker.deliver(key, listening, payload, { session: requesting.id, clientId });
  else if (message.io !== 'e')
    for (const topic of topics) broker.deliver(key, topic, payload, { clientId, onlyUngrouped });
}

type Reply = DomainEvents['replySent'];

const requestingSession = (broker: Pick<Delivery, 'sessionsOf'>, to: Reply['to']): LiveSession | undefined =>
  to.session === undefined
    ? undefined
    : [...broker.sessionsOf(keyOf(to))].find((session) => nameOf(session) === to.session);

/** Returns whether a reply may be for sessions of other servers: the one that made the request does not listen here. */
export function isForElsewhere(
  broker: Pick<Delivery, 'sessionsOf' | 'isSubscribed'>,
  { to, address, message }: Reply,
): boolean {
  const requesting = requestingSession(broker, to);
  if (!requesting) return true;
  const topics = topicsOf(requesting.principal.tree, to.id, address);
  return message.io !== 'e' && !topics.some((topic) => broker.isSubscribed(requesting.id, topic));
}
