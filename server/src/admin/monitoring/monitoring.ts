import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createJobs } from './jobs.ts';
import { createSignInFailures } from './read-models/sign-in-failures.ts';
import { createSeries } from './series.ts';

type Dependencies = { db: Db; clock: Clock; metrics: Metrics; bus: DomainEventBus };

export type Monitoring = ReturnType<typeof createMonitoring>;

/** Records the recent load of this process, and the runs of its jobs. */
export function createMonitoring(dependencies: Dependencies) {
  return {
    series: createSeries(dependencies),
    signInFailures: createSignInFailures(dependencies),
    jobs: createJobs(dependencies.clock),
  };
}
