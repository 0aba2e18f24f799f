import { runEvery } from '../../platform/interval-job.ts';
import { type Broker, createBroker } from '../../platform/mqtt/index.ts';
import { createSessionCheck } from './check-sessions.ts';
import type { LiveDependencies } from './dependencies.ts';
import { createGrantMessages, followGrants } from './grant-messages.ts';
import type { LivePrincipal, LiveSession } from './live-principal.ts';
import { type Delivery, passOn } from './outbound.ts';
import { createRules } from './rules.ts';
import { tellDelivery } from './trace.ts';

/** A revocation is heard of within five seconds, with the time that the question itself takes. */
const CHECK_MS = 3_000;

/** Disposing ends every session, once what it published is committed. */
export type Live = AsyncDisposable & {
  readonly broker: Broker<LivePrincipal>;
  /** Those whose sign-in was ended, or whose user or application was disabled. Done every three seconds by itself. */
  endDeadSessions(): Promise<void>;
};

/** The values of the platform over MQTT. It listens nowhere yet: streams are given to its broker. */
export function createLive(dependencies: LiveDependencies): Live {
  const { bus, auth, clock, grantAsks, messageTrace, metrics, logger, limits, isShared } = dependencies;
  const dead = new WeakSet<LiveSession>();
  const opened = new AsyncDisposableStack();
  // The broker asks the rules, and the rules speak through the broker.
  const delivery: Delivery = {
    deliver: (...delivered) => {
      const count = broker.deliver(...delivered);
      if (messageTrace.hasObservers) tellDelivery(messageTrace, delivered, count);
    },
    isSubscribed: (...asked) => broker.isSubscribed(...asked),
    sessionsOf: (key) => broker.sessionsOf(key),
  };
  const grants = createGrantMessages({ clock, grantAsks, broker: delivery });
  const rules = createRules({ ...dependencies, broker: delivery, grants, isDead: (each) => dead.has(each) });
  const settings = { rules, logger, metrics, messageNow: clock.monotonic };
  const broker = opened.use(
    createBroker({ ...settings, ...(limits && { limits }), ...(isShared && { isShared }) }),
  );
  opened.use(passOn(bus, delivery));
  opened.use(followGrants(bus, grants));
  const endDeadSessions = createSessionCheck({ broker, auth, clock, onDead: (each) => dead.add(each) });
  opened.use(runEvery(CHECK_MS, endDeadSessions, logger));
  return { broker, endDeadSessions, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
