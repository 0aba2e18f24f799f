import type { Monitoring } from '../admin/monitoring/index.ts';
import type { Feature, Job } from '../core/feature.ts';
import type { Timers } from '../platform/clock.ts';
import type { DatabaseContact } from '../platform/database-contact.ts';
import { runEvery } from '../platform/interval-job.ts';
import { type Leases, leaseOfJob } from '../platform/leases.ts';
import type { Logger } from '../platform/logger.ts';

/**
 * The first cleanups are soon after the start, so that a server that is restarted every hour runs them, too;
 * one after the other.
 */
const FIRST_CLEANUP_MS = 60_000;
const BETWEEN_FIRST_CLEANUPS_MS = 5_000;

type JobServices = {
  monitoring: Monitoring;
  timers: Timers;
  logger: Logger;
  leases: Leases;
  databaseContact: DatabaseContact;
};

/** Starts the jobs of all features. Disposing interrupts them, and waits for those that are running. */
export async function startJobs(
  features: readonly Feature[],
  services: JobServices,
): Promise<AsyncDisposable> {
  const { monitoring, timers, logger, leases } = services;
  const jobs = features.flatMap((feature) => feature.jobs ?? []);
  const cleanups = jobs.filter(({ isCleanup }) => isCleanup).map(toWatched(monitoring));
  await leases.want(jobs.filter(({ runs }) => runs === 'once').map(({ name }) => leaseOfJob(name)));
  const started = [...jobs.filter(({ isCleanup }) => !isCleanup), ...cleanups].map((job) => {
    const { name, everyMs, firstAfterMs = everyMs } = job;
    const options = { name, everyMs, firstAfterMs, clock: timers, logger: logger.child({ job: name }) };
    return runEvery(() => runIfOurs(job, services), options);
  });
  return {
    async [Symbol.asyncDispose]() {
      for (const { interrupt } of jobs) interrupt?.();
      await Promise.all(started.map((job) => job[Symbol.asyncDispose]()));
    },
  };
}

/** Runs the job unless it is another server's, or the database has been away for too long. */
async function runIfOurs(job: Job, { leases, databaseContact }: JobServices): Promise<void> {
  if (!databaseContact.isRecent()) return;
  if (job.runs === 'everywhere') return job.run();
  if (job.runs === 'by part') return leases.use(leases.parts, job.run);
  const lease = leaseOfJob(job.name);
  if (leases.holds(lease)) await leases.use(lease, job.run);
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
