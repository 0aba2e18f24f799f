import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Users } from '../../identity/users/index.ts';
import { bridgeHandlers, type Dependencies } from './bridges-routes.ts';
import { createBridgeMetrics } from './metrics.ts';
import { createBridgeOperator } from './operator.ts';
import { createSupervisor } from './supervisor.ts';

/** How soon what a command stored is carried out. */
const RECONCILE_MS = 2_000;
const FIRST_RECONCILE_MS = 100;

/** Connects, checks and removes bridges. */
export function bridgeOperationsFeature(needs: Platform & Dependencies & { users: Users }) {
  return {
    api: { bridgeOperator: createBridgeOperator(needs) },
    routes: ({ serve }) => serve(resources.bridges, bridgeHandlers(needs)),
  } satisfies Feature;
}

/** Runs the processes of bridges, once the platform listens. */
export function bridgeSupervisorFeature(needs: Platform & Dependencies) {
  const metrics = createBridgeMetrics(needs.metrics.registers);
  if (!needs.config.bridges.areSupervised) return { api: {} } satisfies Feature;
  const { reconcile, stop } = createSupervisor({ ...needs, metrics });
  return {
    api: {},
    jobs: [
      {
        name: 'run bridges',
        runs: 'everywhere',
        everyMs: RECONCILE_MS,
        firstAfterMs: FIRST_RECONCILE_MS,
        run: reconcile,
        interrupt: () => void stop(),
      },
    ],
    release: stop,
  } satisfies Feature;
}
