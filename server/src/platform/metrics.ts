import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createRequestDurations } from './request-durations.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the metrics that the whole server shares, in a registry of one server, so that several servers can run in one
 * test process. A feature adds its own (`metrics.ts` in its folder).
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    /** What a feature gives its own metrics, so that they are exported with the others. */
    registers,
    ...createMqttMetrics(registers),
    ...createDatabaseMetrics(registers),
    ...createOutboundMetrics(registers),
    requestSeconds: createRequestDurations(registers),
    signIns: new Counter({
      name: 'azulejo_sign_ins_total',
      help: 'Attempts to sign in, by flow and result.',
      labelNames: ['flow', 'result'],
      registers,
    }),
    build: new Gauge({
      name: 'azulejo_build_info',
      help: 'Always 1; the labels say which server runs which version, on which Node and on which database.',
      labelNames: ['server', 'version', 'node', 'database'],
      registers,
    }),
    limited: new Counter({
      name: 'azulejo_rate_limited_total',
      help: 'HTTP requests answered with 429, by the limit that refused them.',
      labelNames: ['limit'],
      registers,
    }),
    longTurns: new Counter({
      name: 'azulejo_event_loop_long_turns_total',
      help: 'Turns of the event loop of more than 50 ms, during which nothing else was served. The log names the handler.',
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

function createMqttMetrics(registers: Registry[]) {
  return {
    liveSessions: new Gauge({
      name: 'azulejo_mqtt_sessions',
      help: 'Open MQTT sessions, by kind of client.',
      labelNames: ['tree'],
      registers,
    }),
    livePublishes: new Counter({
      name: 'azulejo_mqtt_publishes_total',
      help: 'Messages that MQTT clients published, by result.',
      labelNames: ['result'],
      registers,
    }),
    sessionsRepaired: new Counter({
      name: 'azulejo_mqtt_sessions_repaired_total',
      help: 'Sessions to which values were sent again, because messages of other servers may have been missing.',
      registers,
    }),
    mqttConnections: new Gauge({
      name: 'azulejo_mqtt_connections',
      help: 'Open MQTT connections that were accepted.',
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
  };
}

function createDatabaseMetrics(registers: Registry[]) {
  const seconds = new Histogram({
    name: 'azulejo_database_write_duration_seconds',
    help: 'Time from the request for a write to its commit, including the wait for other writes.',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const queued = new Gauge({
    name: 'azulejo_database_writes_queued',
    help: 'Writes that were requested and are not committed yet.',
    registers,
  });
  return {
    /** Measures one write, until the returned function is called. */
    observeWrite(): () => void {
      const end = seconds.startTimer();
      queued.inc();
      return () => {
        queued.dec();
        end();
      };
    },
  };
}

function createOutboundMetrics(registers: Registry[]) {
  return {
    outboundCalls: new Counter({
      name: 'azulejo_outbound_calls_total',
      help: 'HTTP calls to webhooks, token endpoints and push services, by purpose and result: a class of statuses or a failure.',
      labelNames: ['purpose', 'result'],
      registers,
    }),
    outboundSeconds: new Histogram({
      name: 'azulejo_outbound_call_duration_seconds',
      help: 'Duration of these calls, including the lookup of the name and the whole response.',
      labelNames: ['purpose'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
      registers,
    }),
  };
}
