import { sql } from 'kysely';
import type { JobState } from '../../admin/monitoring/index.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { sizeText, timeText } from '../../platform/text.ts';
import { checkCertificate } from './certificate.ts';
import { broken, type Finding, ok, warning } from './check.ts';
import { checkDataDirectory, checkDisk } from './data-directory.ts';
import { explain } from './failure.ts';
import { checkMqttCertificate } from './mqtt-certificate.ts';
import { checkOpenFiles } from './open-files.ts';
import { checkPublicUrl } from './public-url.ts';
import { readOpenCommands } from './read-models/backlog.ts';
import { checkSettingsNames } from './settings-names.ts';
import { examineStored } from './stored.ts';

type Running = {
  config: Config;
  db: Db;
  clock: Clock;
  metrics: Metrics;
  jobs: () => readonly JobState[];
  automationMeasure: { state: () => Promise<AutomationsState> };
};

/** Checks a running server: what the command line checks, and what only the server itself knows. */
export async function examineRunning(running: Running): Promise<Finding[]> {
  const { config, clock } = running;
  return [
    await checkAnswer(running),
    await checkDisk(config.dataDir),
    await checkDataDirectory(config.dataDir),
    await checkBroker(running),
    await checkCommands(running),
    checkAutomations(await running.automationMeasure.state()),
    ...checkJobs(running),
    await checkCertificate(config, clock.now()),
    await checkMqttCertificate(config, clock.now()),
    checkPublicUrl(config),
    ...(await checkOpenFiles(config)),
    ...checkSettingsNames(config),
    ...(await examineStored({ config, db: running.db, now: clock.now() })),
  ];
}

const SLOW_MS = 100;
const VERY_SLOW_MS = 1_000;

/** Checks the database: its engine, size and response time. */
async function checkAnswer({ db }: Running): Promise<Finding> {
  const begun = performance.now();
  try {
    await db.ping();
  } catch (error) {
    // A full disk fails it, and the other checks say so.
    return broken('Database', explain(error).message, 'see Disk below, and the log of the server');
  }
  const tookMs = performance.now() - begun;
  const query =
    db.engine === 'sqlite'
      ? sql<{ size: number | string }>`select page_count * page_size as size
          from pragma_page_count(), pragma_page_size()`
      : sql<{ size: number | string }>`select pg_database_size(current_database()) as size`;
  const { rows } = await query.execute(db.read);
  const engine = db.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const says = `${engine}, ${sizeText(Number(rows[0]?.size ?? 0))}, answers in ${tookMs < 0.1 ? '< 0.1' : tookMs.toFixed(1)} ms`;
  const todo = 'see whether the machine or its disk is overloaded';
  if (tookMs > VERY_SLOW_MS) return broken('Database', says, todo);
  return tookMs > SLOW_MS ? warning('Database', says, todo) : ok('Database', says);
}

const NEARLY_FULL = 0.8;

async function checkBroker({ config: { host, mqtt }, metrics }: Running): Promise<Finding> {
  const { values } = await metrics.mqttConnections.get();
  const open = values.reduce((total, { value }) => total + value, 0);
  const listeners = [
    ...(mqtt.port === undefined ? [] : [`plain on ${mqtt.host}:${mqtt.port}`]),
    ...(mqtt.tlsPort === undefined ? [] : [`TLS on ${host}:${mqtt.tlsPort}`]),
    'WebSocket at /mqtt',
  ];
  const says = `${listeners.join(', ')}; ${open} of ${mqtt.maxConnections} connections`;
  return open > mqtt.maxConnections * NEARLY_FULL
    ? warning('MQTT', says, 'raise MQTT_MAX_CONNECTIONS, and the limit of open files (ulimit -n)')
    : ok('MQTT', says);
}

/** Commands are settled within a second of their deadline. */
const OVERDUE_MS = 10_000;

async function checkCommands({ db, clock }: Running): Promise<Finding> {
  const { open, oldest } = await readOpenCommands(db);
  const says = `${Number(open)} waiting for their devices`;
  return Number(open) > 0 && clock.now() - Number(oldest) > OVERDUE_MS
    ? broken('Commands', `${says}, some past their deadline`, 'see the log: settling them fails')
    : ok('Commands', says);
}

/** Returns one finding for each failed job, and one for all others. */
function checkJobs({ jobs }: Running): Finding[] {
  const failed = jobs().filter(({ last }) => last?.failed);
  const done = jobs().flatMap(({ last }) => (last && !last.failed ? [last.at] : []));
  const says =
    done.length === 0
      ? 'not due yet: it runs every hour'
      : `${done.length} of ${jobs().length} done, last ${timeText(Math.max(...done))}`;
  return [
    ok('Cleanup', says),
    ...failed.map(({ name, last }) =>
      broken(
        `Cleanup of ${name}`,
        `failed ${timeText(last?.at ?? 0)}`,
        'see the log; the cleanup is retried in an hour',
      ),
    ),
  ];
}

type AutomationsState = { readonly homesWithTimers: number; readonly behindMs: number };

const CHECK = 'Automations';
/** Automations read new events immediately, and timers fire within a second. */
const BEHIND_MS = 60_000;

/** Checks whether a home's automations have new events, or a due timer, that they have not processed. */
function checkAutomations({ homesWithTimers, behindMs }: AutomationsState): Finding {
  if (behindMs <= BEHIND_MS) return ok(CHECK, `up to date; homes with timers: ${homesWithTimers}`);
  return broken(
    CHECK,
    `automations of at least one home have been due for ${Math.round(behindMs / 1000)} seconds`,
    'see the log for "automations could not be run"; they will be retried automatically',
  );
}
