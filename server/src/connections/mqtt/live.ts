import { type Broker, type BrokerRules, createBroker } from '@azulejo/broker';
import { storedRights } from '../../core/access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { currentTick } from '../../platform/coalesce-per-tick.ts';
import { runEvery } from '../../platform/interval-job.ts';
import { networkOf } from '../../platform/network.ts';
import { continueWork } from '../../platform/turn-watchdog.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import { createDeliveredTimes } from './delivered-times.ts';
import type { LiveDependencies } from './dependencies.ts';
import { createGrantMessages, followGrants } from './grant-messages.ts';
import { keyOf, type LivePrincipal, type LiveSession } from './live-principal.ts';
import { createOpenCommands } from './open-commands.ts';
import { crossing, followOtherServers } from './other-servers.ts';
import { type Delivery, deliverEvents } from './outbound.ts';
import { createRules } from './rules.ts';
import { traceDelivery } from './trace.ts';

/** Interval of the check. A revocation takes effect within five seconds, the time of the query included. */
const CHECK_MS = 3_000;

/** The live API. Disposing ends every session after its messages are committed. */
export type Live = AsyncDisposable & {
  readonly broker: Broker<LivePrincipal>;
  /**
   * Ends the sessions whose sign-in was ended, whose secret is no longer valid, or whose user or client was
   * disabled. A job calls it every three seconds.
   */
  endDeadSessions(): Promise<void>;
};

/** Serves the values of the platform over MQTT. It listens on no port: its broker is given streams. */
export function createLive(dependencies: LiveDependencies): Live {
  const { bus, serverBus, auth, clock, timers, grantRequests, messageTrace } = dependencies;
  const { metrics, logger, limits, isShared } = dependencies;
  const dead = new WeakSet<LiveSession>();
  const opened = new AsyncDisposableStack();
  // The broker calls the rules, and the rules deliver through the broker.
  const delivery = createDelivery(() => broker, messageTrace);
  const grants = createGrantMessages({ clock, grantRequests, broker: crossing(delivery, serverBus) });
  const deliveredTimes = createDeliveredTimes(clock);
  const rules = createRules({
    ...dependencies,
    broker: delivery,
    grants,
    deliveredTimes,
    isDead: (each) => dead.has(each),
    arrived: (session) => others.arrived(session),
    left: (session) => others.left(session),
    listens: (clientId) => openCommands.arrived(clientId),
    discarded: (session) => others.discarded(session),
  });
  const broker = opened.use(
    createBroker({
      rules: watched(rules),
      logger,
      metrics,
      now: timers.monotonic,
      setTimer: timers.setTimer,
      messageNow: clock.monotonic,
      markArrival: currentTick,
      networkOf: (address) => (isShared?.(address) ? undefined : networkOf(address)),
      ...(limits && { limits }),
    }),
  );
  const openCommands = opened.use(createOpenCommands({ ...dependencies, delivery }));
  opened.use(deliverEvents(bus, delivery, openCommands, serverBus.isAlone ? undefined : deliveredTimes));
  opened.use(followGrants(bus, grants));
  const endUnused = createEndUnused({ broker, onDead: (each) => dead.add(each) });
  opened.use(
    bus.on('grantEnded', ({ owner, isLast }) => {
      if (isLast) endUnused(owner.id);
    }),
  );
  const endDeadSessions = createSessionCheck({ broker, auth, clock, onDead: (each) => dead.add(each) });
  const others = opened.use(
    followOtherServers({
      ...dependencies,
      delivery,
      deliveredTimes,
      openCommands,
      endDeadSessions,
      endUnused,
      sessions: () => broker.sessions(),
      takeOver: broker.takeOver,
    }),
  );
  const check = () => endDeadSessions().then(others.check);
  opened.use(runEvery(check, { name: 'end dead sessions', everyMs: CHECK_MS, clock, logger }));
  return { broker, endDeadSessions, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Returns what delivers through the broker, and traces it. */
const createDelivery = (
  broker: () => Broker<LivePrincipal>,
  messageTrace: LiveDependencies['messageTrace'],
): Delivery => ({
  deliver: (...delivered) => {
    const count = broker().deliver(...delivered);
    if (messageTrace.hasObservers) traceDelivery(messageTrace, delivered, count);
    return count;
  },
  isSubscribed: (...requested) => broker().isSubscribed(...requested),
  listensUnder: (...levels) => broker().listensUnder(...levels),
  sessionsOf: (key) => broker().sessionsOf(key),
  isKept: (key) => broker().isKept(key),
});

/** Names what clients send to the watchdog of the event loop. */
const watched = (rules: BrokerRules<LivePrincipal>): BrokerRules<LivePrincipal> => ({
  ...rules,
  authenticate(credentials) {
    continueWork('MQTT connect');
    return rules.authenticate(credentials);
  },
  maySubscribe(session, filter) {
    continueWork('MQTT subscribe');
    return rules.maySubscribe(session, filter);
  },
  publish(session, message, arrival) {
    continueWork('MQTT publish');
    return rules.publish(session, message, arrival);
  },
  snapshot(session, filter) {
    continueWork('MQTT snapshot');
    return rules.snapshot(session, filter);
  },
});

type Dependencies = {
  broker: Pick<Broker<LivePrincipal>, 'sessions'>;
  auth: Pick<Auth, 'activeSignIns' | 'activeSecrets' | 'markSignInsUsed'>;
  clock: Clock;
  /** Called for each session that is about to be ended. */
  onDead: (session: LiveSession) => void;
};

/** How often the sign-ins of open sessions are marked as used. */
const MARK_USED_MS = 10 * 60_000;

/**
 * Ends the sessions whose sign-in was ended or has other rights than before, whose secret is no longer valid, or whose
 * user or client was disabled. When the check throws, every session stays open.
 */
function createSessionCheck({ broker, auth, clock, onDead }: Dependencies) {
  let marked = clock.monotonic();
  return async function endDeadSessions(): Promise<void> {
    const open = [...broker.sessions()];
    const credentials = open.map(({ principal }) => principal.credential);
    const secrets = await auth.activeSecrets(credentials.filter((each) => each.kind === 'secret'));
    const signIns = credentials.flatMap((each) => (each.kind === 'sign-in' ? each.signInId : []));
    const active = await auth.activeSignIns([...new Set(signIns)]);
    for (const session of open) {
      const { credential, rights } = session.principal;
      const isActive =
        credential.kind === 'secret'
          ? secrets.has(credential.hash)
          : active.get(credential.signInId) === storedRights(rights);
      if (isActive) continue;
      onDead(session);
      session.end();
    }
    if (clock.monotonic() - marked < MARK_USED_MS) return;
    await auth.markSignInsUsed(active.keys());
    marked = clock.monotonic();
  };
}

type EndUnusedDependencies = {
  broker: Pick<Broker<LivePrincipal>, 'sessionsOf'>;
  /** Called for each session that is about to be ended. */
  onDead: (session: LiveSession) => void;
};

/**
 * Ends the sessions of a device that connected with its secret when a channel of it loses its last user: fixed
 * firmware does not read the message about the grant, and starts from nothing when it connects again.
 */
const createEndUnused =
  ({ broker, onDead }: EndUnusedDependencies) =>
  (clientId: string): void => {
    for (const session of broker.sessionsOf(keyOf({ kind: 'client', id: clientId }))) {
      if (session.principal.credential.kind !== 'secret') continue;
      onDead(session);
      session.end();
    }
  };
