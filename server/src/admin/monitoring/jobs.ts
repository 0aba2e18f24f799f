import type { Clock } from '../../platform/clock.ts';

/** The last run of a periodic job; undefined before its first run. */
export type JobState = { name: string; last: { at: number; tookMs: number; failed: boolean } | undefined };

/** Records the last run of each job. */
export function createJobs(clock: Clock) {
  const states = new Map<string, JobState>();
  return {
    /** Wraps the work so that its runs are recorded. */
    watch(name: string, work: () => Promise<void>): () => Promise<void> {
      states.set(name, { name, last: undefined });
      return async () => {
        const [at, begun] = [clock.now(), performance.now()];
        let failed = true;
        try {
          await work();
          failed = false;
        } finally {
          states.set(name, { name, last: { at, tookMs: performance.now() - begun, failed } });
        }
      };
    },
    list: (): JobState[] => [...states.values()],
  };
}
