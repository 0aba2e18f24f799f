import type { BrokerRules, Disconnection, InboundMessage } from '@azulejo/broker';
import type { Tree } from '@azulejo/contract';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { LiveDependencies } from './dependencies.ts';
import type { GrantMessages } from './grant-messages.ts';
import { createInbound } from './inbound.ts';
import { keyOf, type LivePrincipal, type LiveSession } from './live-principal.ts';
import type { Delivery } from './outbound.ts';
import { isOfChannels, maySubscribe } from './rights.ts';
import { createSnapshot, isSameValue } from './snapshot.ts';
import { traceDisconnection } from './trace.ts';

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
  /** Whether the session was ended because its sign-in is no longer active. */
  isDead: (session: LiveSession) => boolean;
};

/**
 * Creates the rules that the broker applies: authentication, the right to subscribe and publish, and the
 * snapshot of a new subscription.
 */
export function createRules(dependencies: Dependencies): BrokerRules<LivePrincipal> {
  const { auth, audit, messageTrace, connectedClients, accountLimits, isDead } = dependencies;
  const publish = createInbound(dependencies);
  const { listens, stopsListening } = createListening(connectedClients);
  const { arrived, left } = createSessionLog(dependencies, stopsListening);

  return {
    async authenticate(credentials) {
      const connected = await auth.connect(credentials);
      if (!connected) return undefined;
      const { caller, tree, credential, isSingle } = connected;
      const principal = { ...caller, tree, credential };
      const limits = accountLimits?.[SERVICES.has(tree) ? 'service' : 'single'];
      return { key: keyOf(principal), principal, isSingle, ...(limits && { limits }) };
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
    arrived,
    left,
    endedBeforeSession: (_address, disconnection, principal) =>
      traceDisconnection(messageTrace, principal, disconnection),
  };
}

/** Tracks which clients can receive commands. */
function createListening(connectedClients: LiveDependencies['connectedClients']) {
  const present = new WeakSet<LiveSession>();

  /**
   * Marks a client as present when it subscribes to values. A client that only publishes cannot receive
   * commands.
   */
  function listens(session: LiveSession): void {
    if (session.principal.kind !== 'client' || present.has(session)) return;
    present.add(session);
    connectedClients.add(session.principal.id);
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
