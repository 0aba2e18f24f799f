import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createAutomationMetrics } from './automation-metrics.ts';
import { createOutcomes, createReadGauge, createReadGauges } from './metric-kinds.ts';
import { createRequestDurations } from './request-durations.ts';

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
    ...createAutomationMetrics(registers),
    ...createMqttMetrics(registers),
    ...createBackupMetrics(registers),
    ...createBridgeMetrics(registers),
    ...createDatabaseMetrics(registers),
    ...createMailMetrics(registers),
    ...createNotificationMetrics(registers),
    ...createOutboundMetrics(registers),
    ...createPhoneMetrics(registers),
    ...createResourceMetrics(registers),
    requestSeconds: createRequestDurations(registers),
    signIns: new Counter({
      name: 'azulejo_sign_ins_total',
      help: 'Attempts to sign in, by flow and result.',
      labelNames: ['flow', 'result'],
      registers,
    }),
    build: new Gauge({
      name: 'azulejo_build_info',
      help: 'Always 1; the labels say which version runs, on which Node and on which database.',
      labelNames: ['version', 'node', 'database'],
      registers,
    }),
    limited: new Counter({
      name: 'azulejo_rate_limited_total',
      help: 'HTTP requests answered with 429, by the limit that refused them.',
      labelNames: ['limit'],
      registers,
    }),
    commands: new Counter({
      name: 'azulejo_commands_total',
      help: 'Commands to devices that are settled, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    virtualDevices: createReadGauge({
      name: 'azulejo_virtual_devices',
      help: 'Virtual devices that the server simulates now.',
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

function createBridgeMetrics(registers: Registry[]) {
  return {
    bridges: new Gauge({
      name: 'azulejo_bridges',
      help: 'Bridges that the server runs, by state: starting, running, failing, stopped.',
      labelNames: ['state'],
      registers,
    }),
    quarantinedDevices: new Gauge({
      name: 'azulejo_bridge_quarantined_devices',
      help: 'Devices that bridges ignore, because their templates take too much time or memory.',
      registers,
    }),
    bridgeRestarts: new Counter({
      name: 'azulejo_bridge_restarts_total',
      help: 'Bridge processes that ended by themselves and were restarted, by type.',
      labelNames: ['type'],
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

function createResourceMetrics(registers: Registry[]) {
  return {
    databaseBytes: createReadGauge({
      name: 'azulejo_database_bytes',
      help: 'Size of the database: of the files of SQLite, or of the database in PostgreSQL with its indexes.',
      registers,
    }),
    dataDiskFree: createReadGauge({
      name: 'azulejo_data_disk_free_bytes',
      help: 'Free space on the disk of DATA_DIR.',
      registers,
    }),
    dataDiskSize: createReadGauge({
      name: 'azulejo_data_disk_size_bytes',
      help: 'Size of the disk of DATA_DIR.',
      registers,
    }),
    certificateEnds: createReadGauges('use', {
      name: 'azulejo_certificate_expires_timestamp_seconds',
      help: 'When a certificate that the server uses expires, by use: https, mqtt, and mqtt-ca for the CA of our own.',
      registers,
    }),
  };
}

function createMailMetrics(registers: Registry[]) {
  return {
    mails: createOutcomes(['sent', 'stored', 'failed', 'given_up'], {
      name: 'azulejo_mails_total',
      help: 'Mails, by result: sent, stored (without a mail server), failed (tried again later), given_up.',
      registers,
    }),
    mailsWaiting: createReadGauge({
      name: 'azulejo_mails_waiting',
      help: 'Mails that are not sent yet.',
      registers,
    }),
  };
}

function createNotificationMetrics(registers: Registry[]) {
  return {
    notifications: new Counter({
      name: 'azulejo_notifications_total',
      help: 'Notifications, by way (push, mail) and result: sent, failed (tried again later), dropped (given up, over a limit or no longer true).',
      labelNames: ['way', 'result'],
      registers,
    }),
    notificationsWaiting: createReadGauge({
      name: 'azulejo_notifications_waiting',
      help: 'Notifications that are not sent yet.',
      registers,
    }),
  };
}

function createPhoneMetrics(registers: Registry[]) {
  return {
    phoneReports: new Counter({
      name: 'azulejo_phone_reports_total',
      help: 'Location reports of phones, by outcome: counted, or why they were ignored.',
      labelNames: ['outcome'],
      registers,
    }),
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

function createBackupMetrics(registers: Registry[]) {
  return {
    backups: createOutcomes(['done', 'failed'], {
      name: 'azulejo_backups_total',
      help: 'Scheduled backups, by result: done, failed.',
      registers,
    }),
    backupSeconds: new Gauge({
      name: 'azulejo_backup_duration_seconds',
      help: 'How long the last scheduled backup took.',
      registers,
    }),
    lastBackup: createReadGauge({
      name: 'azulejo_last_backup_timestamp_seconds',
      help: 'When the last backup was completed, by schedule or by command; 0 for never.',
      registers,
    }),
  };
}
