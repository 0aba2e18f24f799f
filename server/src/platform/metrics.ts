import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the metrics of one server in their own registry, so that several servers can run in one test
 * process.
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'azulejo_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    signIns: new Counter({
      name: 'azulejo_sign_ins_total',
      help: 'Attempts to sign in, by flow and result.',
      labelNames: ['flow', 'result'],
      registers,
    }),
    liveSessions: new Gauge({
      name: 'azulejo_mqtt_sessions',
      help: 'Open MQTT sessions, by whose they are.',
      labelNames: ['tree'],
      registers,
    }),
    livePublishes: new Counter({
      name: 'azulejo_mqtt_publishes_total',
      help: 'Messages that MQTT clients published, by result.',
      labelNames: ['result'],
      registers,
    }),
    mqttConnections: new Gauge({
      name: 'azulejo_mqtt_connections',
      help: 'Connections that were let in and are open.',
      registers,
    }),
    mqttMessages: new Counter({
      name: 'azulejo_mqtt_messages_total',
      help: 'Messages received from MQTT clients, and sent to them.',
      labelNames: ['direction'],
      registers,
    }),
    mqttDropped: new Counter({
      name: 'azulejo_mqtt_dropped_total',
      help: 'Messages that a limit dropped: slow receiver, kept session, topic, expired.',
      labelNames: ['reason'],
      registers,
    }),
    mqttClosed: new Counter({
      name: 'azulejo_mqtt_closed_total',
      help: 'MQTT connections that ended, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    refusals: new Counter({
      name: 'azulejo_refusals_total',
      help: 'Calls refused by a rule of authorization.',
      labelNames: ['rule'],
      registers,
    }),
  };
}
