import type { Duplex } from 'node:stream';
import type { Broker, BrokerRules } from './broker.ts';
import { Connection } from './connection.ts';
import type { BrokerContext, BrokerMetrics } from './context.ts';
import { Outstanding } from './inbound.ts';
import { type BrokerLimits, defaultLimits } from './limits.ts';
import { Registry } from './registry.ts';

export type BrokerSettings<P> = {
  rules: BrokerRules<P>;
  logger: BrokerContext<P>['logger'];
  metrics: BrokerMetrics;
  limits?: Partial<BrokerLimits>;
  /** Milliseconds of a clock that nobody sets: deadlines must not pass because the time of day was corrected. */
  now?(): number;
};

/** MQTT 3.1 and 3.1.1 on the streams that it is given (decision 26). Ends by closing them; wills are not published then. */
export function createBroker<P>(settings: BrokerSettings<P>): Broker<P> {
  const limits = { ...defaultLimits, ...settings.limits };
  const registry = new Registry<P>(limits);
  const outstanding = new Outstanding();
  const now = settings.now ?? (() => performance.now());
  const { rules, logger, metrics } = settings;
  const context: BrokerContext<P> = { rules, logger, metrics, limits, registry, outstanding, now };
  const connections = new Set<Connection<P>>();
  let isStopping = false;
  const sweep = setInterval(() => {
    for (const connection of connections) connection.checkDeadlines(now());
    registry.sweep(now());
  }, limits.sweepMs).unref();

  return {
    accept(stream, address) {
      if (isStopping || connections.size >= limits.connections) return refuse(stream, metrics);
      connections.add(new Connection(context, stream, address, (closed) => connections.delete(closed)));
    },
    deliver(key, topic, payload, { session } = {}) {
      let count = 0;
      for (const { connection, subscriptions, outbound } of registry.statesOf(key)) {
        if (session !== undefined && connection?.session.id !== session) continue;
        const qos = subscriptions.match(topic);
        if (qos === undefined) continue;
        const message = { topic, payload, qos, retain: false };
        if (connection) connection.deliver(message);
        else outbound.send(message);
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
      for (const connection of connections) connection.close('stopping');
      await outstanding.none();
    },
  };
}

function refuse(stream: Duplex, metrics: BrokerMetrics): void {
  metrics.mqttClosed.inc({ reason: 'unavailable' });
  stream.on('error', () => {});
  stream.destroy();
}
