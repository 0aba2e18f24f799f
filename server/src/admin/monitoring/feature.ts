import { type PortalCheck, portalResources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { PortalAccounts } from '../portal-accounts/index.ts';
import type { JobState } from './jobs.ts';
import { createMessageLog } from './message-log.ts';
import { createMonitoring } from './monitoring.ts';
import { messageHandlers, monitoringHandlers } from './monitoring-routes.ts';
import { SAMPLE_MS } from './series.ts';

type Needs = Platform & {
  audit: Audit;
  messageTrace: MessageTrace;
  portalAccounts: PortalAccounts;
  version: string;
  /** Checks the running server, its jobs included. */
  examine: (jobs: () => readonly JobState[]) => Promise<PortalCheck[]>;
};

/** Shows the server's load, jobs and messages in the portal. */
export function monitoringFeature({ examine, portalAccounts, version, ...needs }: Needs) {
  const { clock } = needs;
  const monitoring = createMonitoring(needs);
  const messageLog = createMessageLog(needs);
  const { series, jobs } = monitoring;
  return {
    api: { monitoring, messageLog },
    portal(http) {
      const handlers = monitoringHandlers({ monitoring, clock, version, examine: () => examine(jobs.list) });
      portalAccounts.serve(http, portalResources.monitoring, handlers);
      const messages = messageHandlers({ ...needs, messageLog, portalAccounts });
      portalAccounts.serve(http, portalResources.messages, messages);
    },
    jobs: [{ name: 'sample the load', runs: 'everywhere', everyMs: SAMPLE_MS, run: series.sample }],
    release: () => messageLog.stop(),
    stop: () => series[Symbol.dispose](),
  } satisfies Feature;
}
