import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';

export const SERIES = [
  'requests',
  'refusals',
  'errors',
  'request_ms',
  'connections',
  'received',
  'sent',
  'values',
  'sign_in_failures',
  'loop_lag_ms',
  'memory',
] as const;
export type SeriesName = (typeof SERIES)[number];
export type Sample = Record<SeriesName, number>;

/** These counters only increase. */
type Totals = {
  requests: number;
  refusals: number;
  errors: number;
  seconds: number;
  received: number;
  sent: number;
  values: number;
  failures: number;
};

type Dependencies = { clock: Clock; metrics: Metrics; bus: DomainEventBus };

/** Samples the counters of the process. Rates are the differences between two samples. */
export function createSampler({ clock, metrics, bus }: Dependencies) {
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  let values = 0;
  const subscription = bus.on('valueReported', () => {
    values += 1;
  });
  let last: { at: number; totals: Totals } | undefined;

  return {
    /**
     * Returns the rates since the previous call. Returns undefined at the first call, and when no time has
     * passed.
     */
    async read(): Promise<{ at: number; sample: Sample } | undefined> {
      const [at, totals] = [clock.now(), { ...(await readTotals(metrics)), values }];
      const before = last;
      if (at === before?.at) return undefined;
      last = { at, totals };
      // After the clock was set back, the next sample starts a new interval.
      if (!before || at < before.at) return undefined;
      const seconds = (at - before.at) / 1000;
      const rise = (name: keyof Totals) => totals[name] - before.totals[name];
      const requests = rise('requests');
      const sample = {
        requests: requests / seconds,
        refusals: rise('refusals') / seconds,
        errors: rise('errors') / seconds,
        request_ms: requests === 0 ? 0 : (rise('seconds') * 1000) / requests,
        connections: sum((await metrics.mqttConnections.get()).values),
        received: rise('received') / seconds,
        sent: rise('sent') / seconds,
        values: rise('values') / seconds,
        sign_in_failures: (rise('failures') * 60) / seconds,
        loop_lag_ms: lag.count === 0 ? 0 : Math.max(0, lag.max / 1e6 - RESOLUTION_MS),
        memory: process.memoryUsage.rss(),
      };
      lag.reset();
      return { at, sample };
    },

    [Symbol.dispose](): void {
      lag.disable();
      subscription[Symbol.dispose]();
    },
  };
}

/** Reads the counters that other parts of the process increase. */
async function readTotals(metrics: Metrics): Promise<Omit<Totals, 'values'>> {
  const { values: requests } = await metrics.requestSeconds.get();
  const counts = requests.filter(({ metricName }) => metricName?.endsWith('_count'));
  const of = (digit: string) => sum(counts.filter(({ labels }) => String(labels.status).startsWith(digit)));
  const { values: messages } = await metrics.mqttMessages.get();
  const moved = (direction: string) => sum(messages.filter(({ labels }) => labels.direction === direction));
  const { values: signIns } = await metrics.signIns.get();
  return {
    requests: sum(counts),
    refusals: of('4'),
    errors: of('5'),
    seconds: sum(requests.filter(({ metricName }) => metricName?.endsWith('_sum'))),
    received: moved('in'),
    sent: moved('out'),
    failures: sum(signIns.filter(({ labels }) => labels.result === 'refused')),
  };
}

/** The delay that the histogram records when the event loop is on time. */
const RESOLUTION_MS = 10;

const sum = (values: readonly { value: number }[]): number =>
  values.reduce((total, { value }) => total + value, 0);
