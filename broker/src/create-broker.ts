import type { Duplex } from 'node:stream';
import { Accounts } from './accounts.ts';
import type { Broker, BrokerRules } from './broker.ts';
import { ConnectionSlots } from './connection-slots.ts';
import type { BrokerContext, BrokerLogger, BrokerMetrics, SetTimer } from './context.ts';
import { Handshake, type PendingConnection } from './handshake.ts';
import { Outstanding } from './inbound.ts';
import { type BrokerLimits, defaultLimits } from './limits.ts';
import { Registry } from './registry.ts';

export type BrokerSettings<P> = {
  rules: BrokerRules<P>;
  logger: BrokerLogger;
  metrics: BrokerMetrics;
  limits?: Partial<BrokerLimits>;
  /**
   * Returns the network of an address, whose connections share the network limits; undefined for an address behind
   * which are many networks, as a proxy's: the limits do not apply to it. By default, every address is a network.
   */
  networkOf?(address: string): string | undefined;
  /** Marks the arrival of a message; `publish` gets the mark. Defaults to `now`. */
  markArrival?(): number;
  /** Returns monotonic milliseconds: deadlines must not pass because the time of day was corrected. */
  now?(): number;
  /** Calls `run` once, after `ms` of `now`. Disposing of the timer cancels it. Default: `setTimeout`. */
  setTimer?: SetTimer;
  /** Returns the milliseconds by which messages expire, which the platform sets. Defaults to `now`. */
  messageNow?(): number;
};

/**
 * Creates a broker for MQTT 3.1 and 3.1.1 that works on the streams it is given (decision 26). Disposing it
 * closes them without publishing wills.
 */
export function createBroker<P>(settings: BrokerSettings<P>): Broker<P> {
  const context = createContext(settings);
  const { limits, registry, accounts, now, metrics } = context;
  const slots = new ConnectionSlots(limits, settings.networkOf ?? ((address) => address), now);
  const pending = new Set<PendingConnection>();
  let isStopping = false;
  let sweep = context.setTimer(limits.sweepMs, sweepOnce);
  function sweepOnce(): void {
    sweep = context.setTimer(limits.sweepMs, sweepOnce);
    for (const connection of pending) connection.checkDeadlines(now());
    registry.sweep(now());
    accounts.sweep();
    slots.sweep();
  }

  function expect(socket: Duplex, address: string): Handshake<P> | undefined {
    const slot = isStopping ? 'unavailable' : slots.take(address);
    if (typeof slot !== 'string') return new Handshake({ context, socket, address, slot, pending });
    metrics.mqttClosed.inc({ reason: slot });
    socket.on('error', () => {});
    socket.destroy();
    return undefined;
  }

  return {
    expect,
    accept(stream, address) {
      expect(stream, address)?.ready(stream);
    },
    deliver: createDeliver(context),
    isSubscribed: (sessionId, topic) =>
      registry.find(sessionId)?.state.subscriptions.match(topic) !== undefined,
    listensUnder(key, levels) {
      for (const { subscriptions } of registry.statesOf(key)) if (subscriptions.hasUnder(levels)) return true;
      return false;
    },
    sessions: () => registry.open().map(({ session }) => session),
    isKept: (key) => registry.isKept(key),
    takeOver: (sessionId) => registry.takeOver(sessionId),
    sessionsOf: (key) => registry.openOf(key).map(({ session }) => session),
    async [Symbol.asyncDispose]() {
      isStopping = true;
      sweep[Symbol.dispose]();
      for (const connection of pending) connection.close('stopping');
      await context.outstanding.none();
    },
  };
}

const setSystemTimer: SetTimer = (ms, run) => setTimeout(run, ms).unref();

function createContext<P>(settings: BrokerSettings<P>): BrokerContext<P> {
  const { rules, logger, metrics, now = () => performance.now() } = settings;
  const { markArrival = now, messageNow = now, setTimer = setSystemTimer } = settings;
  const limits = { ...defaultLimits, ...settings.limits };
  const registry = new Registry<P>(limits, (sessionId) => rules.discarded?.(sessionId));
  const accounts = new Accounts(limits, now);
  const outstanding = new Outstanding();
  const times = { now, setTimer, markArrival, messageNow };
  return { rules, logger, metrics, limits, registry, accounts, outstanding, ...times };
}

function createDeliver<P>(context: BrokerContext<P>): Broker<P>['deliver'] {
  const { registry, accounts, metrics, messageNow } = context;
  return (key, topic, payload, { session, expiresInMs, onlyUngrouped = false } = {}) => {
    const expiry = expiresInMs === undefined ? {} : { expiresAt: messageNow() + expiresInMs };
    let count = 0;
    for (const { connection, group, subscriptions, outbound } of registry.statesOf(key)) {
      if (onlyUngrouped && group !== undefined) continue;
      if (session !== undefined && connection?.session.id !== session) continue;
      const qos = subscriptions.match(topic);
      if (qos === undefined) continue;
      const message = { topic, payload, qos, retain: false, ...expiry };
      if (connection) connection.deliver(message);
      else if (!accounts.isQueueFull) outbound.send(message);
      else metrics.mqttDropped.inc({ reason: 'kept' });
      if (connection) count += 1;
    }
    return count;
  };
}
