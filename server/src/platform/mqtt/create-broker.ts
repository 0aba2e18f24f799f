import type { Duplex } from 'node:stream';
import { Accounts } from './accounts.ts';
import { Arrival, type Guest } from './arrival.ts';
import type { Broker, BrokerRules } from './broker.ts';
import type { BrokerContext, BrokerMetrics } from './context.ts';
import { Outstanding } from './inbound.ts';
import { type BrokerLimits, defaultLimits } from './limits.ts';
import { Places } from './places.ts';
import { Registry } from './registry.ts';

export type BrokerSettings<P> = {
  rules: BrokerRules<P>;
  logger: BrokerContext<P>['logger'];
  metrics: BrokerMetrics;
  limits?: Partial<BrokerLimits>;
  /**
   * Returns whether the address stands for many networks, as a proxy's does. The network limits do not apply
   * to it.
   */
  isShared?(address: string): boolean;
  /** Returns monotonic milliseconds: deadlines must not pass because the time of day was corrected. */
  now?(): number;
  /** Returns the milliseconds by which messages expire, which the platform sets. Defaults to `now`. */
  messageNow?(): number;
};

/**
 * Creates a broker for MQTT 3.1 and 3.1.1 that works on the streams it is given (decision 26). Disposing it
 * closes them without publishing wills.
 */
export function createBroker<P>(settings: BrokerSettings<P>): Broker<P> {
  const limits = { ...defaultLimits, ...settings.limits };
  const registry = new Registry<P>(limits);
  const outstanding = new Outstanding();
  const now = settings.now ?? (() => performance.now());
  const accounts = new Accounts(limits, now);
  const messageNow = settings.messageNow ?? now;
  const { rules, logger, metrics } = settings;
  const context: BrokerContext<P> = {
    rules,
    logger,
    metrics,
    limits,
    registry,
    accounts,
    outstanding,
    now,
    messageNow,
  };
  const places = new Places(limits, settings.isShared ?? (() => false), now);
  const guests = new Set<Guest>();
  let isStopping = false;
  const sweep = setInterval(() => {
    for (const guest of guests) guest.checkDeadlines(now());
    registry.sweep(now());
    accounts.sweep();
    places.sweep();
  }, limits.sweepMs).unref();

  function expect(socket: Duplex, address: string): Arrival<P> | undefined {
    const place = isStopping ? 'unavailable' : places.take(address);
    if (typeof place !== 'string') return new Arrival({ context, socket, address, place, guests });
    metrics.mqttClosed.inc({ reason: place });
    socket.on('error', () => {});
    socket.destroy();
    return undefined;
  }

  return {
    expect,
    accept(stream, address) {
      expect(stream, address)?.ready(stream);
    },
    deliver(key, topic, payload, { session, expiresInMs } = {}) {
      const expiry = expiresInMs === undefined ? {} : { expiresAt: messageNow() + expiresInMs };
      let count = 0;
      for (const { connection, subscriptions, outbound } of registry.statesOf(key)) {
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
    },
    isSubscribed: (sessionId, topic) =>
      registry.find(sessionId)?.state.subscriptions.match(topic) !== undefined,
    sessions: () => registry.open().map(({ session }) => session),
    sessionsOf: (key) => registry.openOf(key).map(({ session }) => session),
    async [Symbol.asyncDispose]() {
      isStopping = true;
      clearInterval(sweep);
      for (const guest of guests) guest.close('stopping');
      await outstanding.none();
    },
  };
}
