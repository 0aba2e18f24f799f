import { record } from '../text.ts';

/** Maximum number of samples: more of them hardly change the median. */
const MAX_SAMPLES = 100_000;
/** Maximum number of kinds of errors that are counted separately. */
const MAX_KINDS = 20;

export type Statistics = ReturnType<typeof createStatistics>;

/** Counts what a run did so far. */
export function createStatistics(devices: number) {
  const counts = { connected: 0, published: 0, acknowledged: 0, asked: 0, answered: 0, errors: 0 };
  const errors = new Map<string, number>();
  const delays: number[] = [];
  const began = performance.now();
  let maxConnected = 0;
  let before = { at: began, published: 0, acknowledged: 0 };

  return {
    counts,

    connected(): void {
      counts.connected += 1;
      maxConnected = Math.max(maxConnected, counts.connected);
    },

    acknowledged(sentAt: number): void {
      counts.acknowledged += 1;
      if (delays.length < MAX_SAMPLES) delays.push(performance.now() - sentAt);
    },

    failed(error: unknown): void {
      counts.errors += 1;
      const message = error instanceof Error ? error.message || error.name : String(error);
      if (errors.has(message) || errors.size < MAX_KINDS) errors.set(message, (errors.get(message) ?? 0) + 1);
    },

    /** Returns the progress since the previous call. */
    progress(): string {
      const now = performance.now();
      const seconds = Math.max(0.001, (now - before.at) / 1000);
      const rate = (name: 'published' | 'acknowledged') =>
        Math.round((counts[name] - before[name]) / seconds);
      const [published, acknowledged] = [rate('published'), rate('acknowledged')];
      before = { at: now, published: counts.published, acknowledged: counts.acknowledged };
      return `${counts.connected} of ${devices} connected, ${published} published/s, ${acknowledged} acknowledged/s, ${counts.errors} errors`;
    },

    summary() {
      const sorted = delays.toSorted((one, other) => one - other);
      const quantile = (share: number) => {
        const delay = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
        return delay === undefined ? null : Math.round(delay * 10) / 10;
      };
      return {
        devices,
        most_connected: maxConnected,
        seconds: Math.round((performance.now() - began) / 100) / 10,
        published: counts.published,
        acknowledged: counts.acknowledged,
        asked: counts.asked,
        answered: counts.answered,
        errors: counts.errors,
        error_kinds: Object.fromEntries(errors),
        acknowledged_ms: { p50: quantile(0.5), p99: quantile(0.99) },
      };
    },
  };
}

export type Summary = ReturnType<Statistics['summary']>;

export function summaryText(summary: Summary): string {
  const { p50, p99 } = summary.acknowledged_ms;
  const rate = Math.round(summary.published / Math.max(0.1, summary.seconds));
  return record(`${summary.most_connected} of ${summary.devices} devices were connected.`, {
    published: `${summary.published} values in ${summary.seconds} s, ${rate} per second`,
    acknowledged:
      p50 === null ? '0' : `${summary.acknowledged}, half within ${p50} ms, 99 % within ${p99} ms`,
    'asked and answered': `${summary.asked} and ${summary.answered}`,
    errors: [
      String(summary.errors),
      ...Object.entries(summary.error_kinds).map(([kind, count]) => `${count} × ${kind}`),
    ].join('\n'),
  });
}
