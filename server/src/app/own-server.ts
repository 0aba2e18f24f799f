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

/** Hands clients over. `leave` gives up the work, and says that the server is not ready. */
type HandOver = (leave: () => Promise<void>, skip: AbortSignal) => Promise<void>;

type Leaving = {
  /** Sets how its clients are handed over when it drains, and returns the function that does so. */
  handOverWith(handOver: HandOver): (skip: AbortSignal) => Promise<void>;
};

/** Describes the server in which this code runs, with what its metrics say. */
export function createOwnServer(
  { config, clock, metrics: { registry } }: Services,
  { platform: { serverId: id = '' }, drain: giveUp }: Among,
): OwnServer & Leaving {
  let before = { sum: 0, count: 0 };
  let isDraining = false;
  let handOver = leave;

  async function leave(): Promise<void> {
    isDraining = true;
    await giveUp();
  }

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
    drain: () => handOver(),
    handOverWith(run) {
      handOver = () => run(leave, new AbortController().signal);
      return (skip) => run(leave, skip);
    },
    isDraining: () => isDraining,
  };
}

const DELAY = 'azulejo_bus_delay_seconds';

const rounded = (value: number): number => Math.round(10 * value) / 10;
