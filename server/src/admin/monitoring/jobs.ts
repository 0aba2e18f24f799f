import type { Clock } from '../../platform/clock.ts';

/** How a job that is done again and again went the last time; undefined where it was not done yet. */
export type JobState = { name: string; last: { at: number; tookMs: number; failed: boolean } | undefined };

/** Remembers when each job was done. */
export function createJobs(clock: Clock) {
  const states = new Map<string, JobState>();
  return {
    /** The same work, of which is known when it was done. */
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
