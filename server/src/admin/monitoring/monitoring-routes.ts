import { type PortalCheck, type portalResources, toTimestamp } from '@azulejo/contract';
import type { Clock } from '../../platform/clock.ts';
import type { PortalHandlers } from '../portal-accounts/index.ts';
import type { Monitoring } from './monitoring.ts';

/** The result of one check, in the words of the command line. */
type Finding = { check: string; state: 'ok' | 'warning' | 'broken'; says: string; todo?: string };

const STATES = { ok: 'good', warning: 'attention', broken: 'bad' } as const;

export const toPortalCheck = ({ state, ...found }: Finding): PortalCheck => ({
  ...found,
  state: STATES[state],
});

type Dependencies = {
  monitoring: Monitoring;
  clock: Clock;
  version: string;
  examine: () => Promise<PortalCheck[]>;
};

export function monitoringHandlers({
  monitoring,
  clock,
  version,
  examine,
}: Dependencies): PortalHandlers<typeof portalResources.monitoring> {
  const { series, signInFailures } = monitoring;
  return {
    series: async ({ input }) => ({ body: series.read(input.range ?? '1h', input.after) }),
    signInFailures: async () => ({ body: { failures: await signInFailures() } }),
    health: async () => ({
      body: {
        version,
        started: toTimestamp(series.started),
        now: toTimestamp(clock.now()),
        checks: await examine(),
      },
    }),
  };
}
