import type { Monitoring } from '../admin/monitoring/index.ts';
import type { Feature, Job } from '../core/feature.ts';
import type { Timers } from '../platform/clock.ts';
import { runEvery } from '../platform/interval-job.ts';
import type { Logger } from '../platform/logger.ts';

/**
 * The first cleanups are soon after the start, so that a server that is restarted every hour runs them, too;
 * one after the other.
 */
const FIRST_CLEANUP_MS = 60_000;
const BETWEEN_FIRST_CLEANUPS_MS = 5_000;

/** Starts the jobs of all features. Disposing interrupts them, and waits for those that are running. */
export function startJobs(
  features: readonly Feature[],
  { monitoring, timers, logger }: { monitoring: Monitoring; timers: Timers; logger: Logger },
): AsyncDisposable {
  const jobs = features.flatMap((feature) => feature.jobs ?? []);
  const cleanups = jobs.filter(({ isCleanup }) => isCleanup).map(toWatched(monitoring));
  const started = [...jobs.filter(({ isCleanup }) => !isCleanup), ...cleanups].map(
    ({ name, everyMs, run, firstAfterMs = everyMs }) =>
      runEvery(run, { name, everyMs, firstAfterMs, clock: timers, logger: logger.child({ job: name }) }),
  );
  return {
    async [Symbol.asyncDispose]() {
      for (const { interrupt } of jobs) interrupt?.();
      await Promise.all(started.map((job) => job[Symbol.asyncDispose]()));
    },
  };
}

const toWatched =
  ({ jobs }: Monitoring) =>
  (job: Job, index: number): Job => ({
    ...job,
    run: jobs.watch(job.name, job.run),
    firstAfterMs: FIRST_CLEANUP_MS + index * BETWEEN_FIRST_CLEANUPS_MS,
  });

/** Starts the features, first one first. */
export async function start(features: readonly Feature[]): Promise<void> {
  for (const feature of features) await feature.start?.();
}

/** Ends what requests wait for, last feature first. */
export async function release(features: readonly Feature[]): Promise<void> {
  for (const feature of features.toReversed()) await feature.release?.();
}

/** Stops the features, last one first. */
export async function stop(features: readonly Feature[]): Promise<void> {
  for (const feature of features.toReversed()) await feature.stop?.();
}
