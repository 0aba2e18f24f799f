import { type PortalCheck, portalResources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Job, Platform } from '../../core/feature.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Contraction, ServerReports } from '../../core/servers/index.ts';
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
  serverReports: ServerReports;
  contraction: Contraction;
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
    jobs: [
      { name: 'sample the load', runs: 'everywhere', everyMs: SAMPLE_MS, run: series.sample },
      ...serverJobs(needs),
    ],
    release: () => messageLog.stop(),
    stop: () => series[Symbol.dispose](),
  } satisfies Feature;
}

const REPORT_MS = 10_000;
const CONTRACT_MS = 10_000;

/**
 * Returns the jobs among the servers on PostgreSQL. By one, tables are contracted; by the other, a server tells the
 * others what it measures, and learns whether it should drain: a row reaches it whichever server was asked.
 */
function serverJobs({
  db,
  ownServer,
  serverReports,
  contraction,
  logger,
}: Omit<Needs, 'examine' | 'version' | 'portalAccounts'>): Job[] {
  if (!ownServer || db.engine === 'sqlite') return [];
  let isFirst = true;
  return [
    {
      name: 'contract the tables',
      runs: 'once',
      everyMs: CONTRACT_MS,
      firstAfterMs: 0,
      async run() {
        const contracted = await contraction.run();
        if (contracted.length > 0)
          logger.info({ contracted }, 'migrations applied that waited for servers of an earlier version');
      },
    },
    {
      name: 'report this server',
      runs: 'everywhere',
      everyMs: REPORT_MS,
      firstAfterMs: 0,
      async run() {
        const shouldDrain = await serverReports.store(ownServer.id, await ownServer.report(), { isFirst });
        isFirst = false;
        if (!shouldDrain || ownServer.isDraining()) return;
        logger.warn('this server drains, as an owner of the portal asked: it takes no more work');
        // It takes a while, in which the server goes on to report.
        void ownServer.drain().catch((err: unknown) => logger.error({ err }, 'this server did not drain'));
      },
    },
  ];
}
