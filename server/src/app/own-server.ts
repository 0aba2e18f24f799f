import type { Config } from '../config/config.ts';
import { installation } from '../config/installation.ts';
import type { OwnServer, ServerReport } from '../core/servers/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import { newestMigration } from './start-checks.ts';

type Services = {
  config: Pick<Config, 'serverName'>;
  clock: Clock;
  metrics: Pick<Metrics, 'registry'>;
};

type Among = {
  platform: { serverId?: string };
  /** Gives up all leases, and takes no more. */
  drain: () => Promise<void>;
};

/** Describes the server in which this code runs, with what its metrics say. */
export function createOwnServer(
  { config, clock, metrics: { registry } }: Services,
  { platform: { serverId: id = '' }, drain }: Among,
): OwnServer {
  let before = { sum: 0, count: 0 };
  let isDraining = false;

  /** Returns the sum of the values of a metric whose names end in this. */
  async function figureOf(name: string, ending = ''): Promise<number> {
    const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
    return values
      .filter((each) => !('metricName' in each) || each.metricName === name + ending)
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** Returns the mean delay of the messages since the last report. */
  async function busDelayMs(): Promise<number | null> {
    const [sum, count] = [await figureOf(DELAY, '_sum'), await figureOf(DELAY, '_count')];
    const [seconds, batches] = [sum - before.sum, count - before.count];
    before = { sum, count };
    return batches > 0 ? rounded((1000 * seconds) / batches) : null;
  }

  return {
    id,
    name: config.serverName,
    version: installation.version,
    schema: newestMigration(),
    bus: '',
    started: clock.now(),
    async report(): Promise<ServerReport> {
      return {
        parts: await figureOf('azulejo_parts_held'),
        connections: await figureOf('azulejo_mqtt_connections'),
        busDelayMs: await busDelayMs(),
        clockOffsetMs: rounded(1000 * (await figureOf('azulejo_clock_offset_seconds'))),
      };
    },
    async drain() {
      isDraining = true;
      await drain();
    },
    isDraining: () => isDraining,
  };
}

const DELAY = 'azulejo_bus_delay_seconds';

const rounded = (value: number): number => Math.round(10 * value) / 10;
