import {
  type BrokerRules,
  type Disconnection,
  type InboundMessage,
  matchesFilter,
  type Snapshot,
  type Taken,
} from '@azulejo/broker';
import { type PlatformMessage, type Tree, type ValueAddress, valueTopic } from '@azulejo/contract';
import type { MessageTrace, Reason } from '../../core/message-trace/index.ts';
import { createLimiter } from '../../platform/limiter.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type StoredValue, toStoredValue } from '../../telemetry/values/index.ts';
import type { DeliveredTimes } from './delivered-times.ts';
import type { LiveDependencies } from './dependencies.ts';
import type { GrantMessages } from './grant-messages.ts';
import { groupOf, keyOf, type LivePrincipal, type LiveSession } from './live-principal.ts';
import type { Delivery } from './outbound.ts';
import { decodeGrantMessage, encodeMessage } from './payload.ts';
import { createPublishValue, type ValueDependencies } from './publish-value.ts';
import { createRefusals, nothingToCommit, type RefusalDependencies, type Refusals } from './refusals.ts';
import { isOfChannels, maySubscribe, namedIn, publishTarget } from './rights.ts';
import { inbound, noSuchTopic, traceDisconnection } from './trace.ts';

/** Maximum length of a filter in the audit log: a longer one, chosen by a client, could fill the log. */
const TARGET_LENGTH = 200;

/** Applications and managers work for many people, so they get higher limits than one person or device. */
const SERVICES: ReadonlySet<Tree> = new Set<Tree>(['applications', 'managers']);

const notYours = {
  code: 'forbidden',
  text: 'You can subscribe only to your own channels and grants, such as /v3/users/{user}/channels/#.',
};

type Dependencies = LiveDependencies & {
  broker: Delivery;
  grants: GrantMessages;
  deliveredTimes: DeliveredTimes;
  /** Whether the session was ended because its sign-in is no longer active. */
  isDead: (session: LiveSession) => boolean;
  arrived: (session: LiveSession) => void;
  left: (session: LiveSession) => void;
  /** Called when a client can receive commands. */
  listens: (clientId: string) => void;
  discarded: (sessionId: string) => void;
};

/**
 * Creates the rules that the broker applies: authentication, the right to subscribe and publish, and the
 * snapshot of a new subscription.
 */
export function createRules(dependencies: Dependencies): BrokerRules<LivePrincipal> {
  const { auth, audit, messageTrace, connectedClients, accountLimits, isDead } = dependencies;
  const publish = createInbound(dependencies);
  const { listens, stopsListening } = createListening(connectedClients, dependencies.listens);
  const log = createSessionLog(dependencies, stopsListening);

  return {
    async authenticate(credentials) {
      const connected = await auth.connect(credentials);
      if (!connected) return undefined;
      const { caller, ...session } = connected;
      const principal = { ...caller, ...session };
      const { tree, isSingle } = session;
      const limits = accountLimits?.[SERVICES.has(tree) ? 'service' : 'single'];
      const group = groupOf(principal);
      return {
        key: keyOf(principal),
        principal,
        isSingle,
        ...(limits && { limits }),
        ...(group !== undefined && { group }),
      };
    },
    maySubscribe(session, filter) {
      const { principal, address } = session;
      if (maySubscribe(principal, filter)) {
        if (isOfChannels(principal, filter)) listens(session);
        if (messageTrace.hasObservers) traceSubscription(messageTrace, session, filter, true);
        return true;
      }
      traceSubscription(messageTrace, session, filter, false);
      const targetId = filter.slice(0, TARGET_LENGTH);
      audit.refused({ action: 'refused.mqtt.subscribe', actorId: principal.id, targetId, address });
      return false;
    },
    unsubscribed(session, left) {
      if (!left.some((filter) => isOfChannels(session.principal, filter))) stopsListening(session);
    },
    async publish(session: LiveSession, message: InboundMessage, arrival?: number) {
      // This is the will message of a session that was revoked.
      if (isDead(session)) return { committed: Promise.resolve() };
      return publish(session, message, arrival);
    },
    snapshot: createSnapshot(dependencies),
    isSameValue,
    arrived(session) {
      dependencies.arrived(session);
      log.arrived(session);
    },
    left(session, disconnection) {
      dependencies.left(session);
      log.left(session, disconnection);
    },
    discarded: dependencies.discarded,
    endedBeforeSession: (_address, disconnection, principal) =>
      traceDisconnection(messageTrace, principal, disconnection),
  };
}

/** Tracks which clients can receive commands. */
function createListening(
  connectedClients: LiveDependencies['connectedClients'],
  onListens: (clientId: string) => void,
) {
  const present = new WeakSet<LiveSession>();

  /**
   * Marks a client as present when it subscribes to values. A client that only publishes cannot receive
   * commands.
   */
  function listens(session: LiveSession): void {
    if (session.principal.kind !== 'client' || present.has(session)) return;
    present.add(session);
    connectedClients.add(session.principal.id);
    onListens(session.principal.id);
  }

  function stopsListening(session: LiveSession): void {
    if (present.delete(session)) connectedClients.remove(session.principal.id);
  }

  return { listens, stopsListening };
}

/** Records when sessions begin and end. */
function createSessionLog(
  { metrics, logger, messageTrace }: Pick<Dependencies, 'metrics' | 'logger' | 'messageTrace'>,
  stopsListening: (session: LiveSession) => void,
) {
  function arrived({ id, principal, address }: LiveSession): void {
    metrics.liveSessions.inc({ tree: principal.tree });
    logger.debug({ session: id, principal: principal.id, tree: principal.tree, address }, 'session opened');
    if (messageTrace.hasObservers)
      messageTrace.passed({
        kind: 'connect',
        direction: 'in',
        via: 'mqtt',
        party: principal,
        result: 'opened',
      });
  }

  function left(session: LiveSession, disconnection: Disconnection): void {
    const { id, principal } = session;
    stopsListening(session);
    metrics.liveSessions.dec({ tree: principal.tree });
    logger.debug({ session: id, principal: principal.id }, 'session closed');
    traceDisconnection(messageTrace, principal, disconnection);
  }

  return { arrived, left };
}

function traceSubscription(
  messageTrace: MessageTrace,
  { principal }: LiveSession,
  filter: string,
  isGranted: boolean,
): void {
  const party = principal;
  const subscribed = { kind: 'subscribe', direction: 'in', via: 'mqtt', party, topic: filter } as const;
  if (isGranted) messageTrace.passed({ ...subscribed, result: 'accepted' });
  else messageTrace.failed({ ...subscribed, result: 'refused', reason: notYours });
}

type InboundDependencies = ValueDependencies & GrantDependencies & RefusalDependencies;

/**
 * Handles a message that a session publishes. A refused one is acknowledged all the same, and goes no
 * further: MQTT 3.1.1 has no other answer, and known apps wait for this one (ios-app 4.1). Throws when a
 * message cannot be decided on now, so that it is not acknowledged.
 */
function createInbound(dependencies: InboundDependencies) {
  const refusals = createRefusals(dependencies);
  const publishValue = createPublishValue(dependencies, refusals);
  const publishGrant = createPublishGrant(dependencies, refusals);

  return async function publish(
    session: LiveSession,
    { topic, payload }: InboundMessage,
    arrival?: number,
  ): Promise<Taken> {
    const target = publishTarget(topic);
    if (target?.kind === 'value') return publishValue(session, topic, target.address, payload, arrival);
    if (target?.kind === 'grants') return publishGrant(session, topic, target.deviceId, payload);
    refusals.record(session, topic, payload, noSuchTopic);
    return refusals.drop(session, topic, 'refused');
  };
}

type GrantDependencies = {
  grants: Pick<GrantMessages, 'request' | 'confirm'>;
  messageTrace: MessageTrace;
  metrics: Metrics;
};

/** Handles requests for grants, and the confirmations of devices. */
function createPublishGrant({ grants, messageTrace, metrics }: GrantDependencies, refusals: Refusals) {
  return async function publishGrant(
    session: LiveSession,
    topic: string,
    deviceId: string,
    payload: Buffer,
  ): Promise<Taken> {
    const message = decodeGrantMessage(payload);
    if (!message) {
      refusals.record(session, topic, payload, noGrantMessage);
      return refusals.drop(session, topic, 'malformed');
    }
    const { tree, id } = session.principal;
    const isConfirmation = tree === 'devices' && id === deviceId && message.io === 'iw';
    if (isConfirmation && session.principal.rights === 'all') await grants.confirm(deviceId, message.data);
    else if (message.io === 'iw' || !(await grants.request(session, deviceId, message.data))) {
      refusals.record(session, topic, payload, noGrantFor);
      return refusals.drop(session, topic, 'refused');
    }
    metrics.livePublishes.inc({ result: 'accepted' });
    if (messageTrace.hasObservers)
      messageTrace.passed({ ...inbound(session.principal, topic, payload), result: 'accepted' });
    return nothingToCommit;
  };
}

const noGrantMessage: Reason = {
  code: 'malformed',
  text: 'The payload is not a grant message: {"io":"w","data":{"role":"user","client_id":"…"}}.',
};
const noGrantFor: Reason = {
  code: 'forbidden',
  text: 'A user can request grants for itself and its application, an application for itself; only the device confirms.',
};

/**
 * The index of each id in
 * `/v3/users/{id}/channels/{channel}/components/{component}/properties/{property}/value`.
 */
const LEVELS = { channelId: 5, componentId: 7, propertyId: 9 } as const;
/** Replaces an id that the filter leaves open. */
const ANY_ID = 'any';

/**
 * Pages wait here instead of being refused by the storage, in which at most 200 reads wait: after an outage all
 * phones subscribe at once. A session reads one page at a time, so no more wait than there are sessions.
 */
const LIMITS = { maxConcurrent: 50, maxWaiting: 10_000, maxWaitingPerKey: 1_000 };

/**
 * Yields the stored values that a new subscription of a user or an application receives as retained messages:
 * a known app draws some of its tiles from nothing else (ios-app 4.5). A channel's owner is not sent its own
 * reports.
 */
function createSnapshot({
  auth,
  values,
  deliveredTimes,
}: Pick<Dependencies, 'auth' | 'values' | 'deliveredTimes'>) {
  const limiter = createLimiter(LIMITS);
  return async function* snapshot({ key, principal }: LiveSession, filter: string): Snapshot {
    const { tree, id } = principal;
    if (tree !== 'users' && tree !== 'applications') return;
    const only = idsIn(filter);
    const { channelId = ANY_ID, componentId = ANY_ID, propertyId = ANY_ID } = only;
    // A filter that does not match the topic of the value that it names matches no value at all.
    const named = namedIn(principal, filter);
    if (!matchesFilter(filter, valueTopic(tree, named, { channelId, componentId, propertyId }))) return;
    const role = tree === 'users' ? 'user' : 'application';
    const sees = tree === 'users' ? await auth.seesFor(principal, id) : undefined;
    const pages = values.pagesOf({ role, id }, only);
    const next = () => limiter(key, () => pages.next());
    for (let page = await next(); !page.done; page = await next())
      yield page.value
        .filter((row) => sees?.(row.channel_id) ?? true)
        .map((row) => {
          const value = toStoredValue(row);
          deliveredTimes.shown(value, value.timestamp);
          return { topic: valueTopic(tree, named, value), payload: encodeStored(value) };
        });
  };
}

/** Returns the ids that the filter spells out. */
function idsIn(filter: string): Partial<ValueAddress> {
  const levels = filter.split('/');
  const named = Object.entries(LEVELS).map(([name, index]) => [name, levels[index]]);
  return Object.fromEntries(named.filter(([, id]) => id !== undefined && id !== '+' && id !== '#'));
}

const encodeStored = ({ data, sender, onBehalfOf, timestamp }: StoredValue): Buffer =>
  encodeMessage({ io: 'iw', data, sender, onBehalfOf, timestamp });

/**
 * Returns whether a live message and a stored one carry the same value: both have the time at which it was
 * stored.
 */
function isSameValue(live: Buffer, stored: Buffer): boolean {
  const [delivered, kept] = [live, stored].map((each) => JSON.parse(each.toString()) as PlatformMessage);
  return (delivered?.io === 'iw' || delivered?.io === 'ir') && delivered.timestamp === kept?.timestamp;
}
