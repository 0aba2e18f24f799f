import type { ManagerLive } from '@azulejo/sdk/manager';
import type { Grants } from './grants.ts';
import type { Log } from './log.ts';
import type { Reports } from './reports.ts';
import type { Status } from './status.ts';

type Dependencies = {
  readonly grants: Grants;
  readonly reports: Reports;
  readonly status: Status;
  readonly log: Log;
};

/** Handles the events of the connection to the platform, and logs failures. Returns the functions that unsubscribe. */
export const handleLiveEvents = (
  live: ManagerLive,
  { grants, reports, status, log }: Dependencies,
): (() => void)[] => [
  live.on('refused', ({ error, data: _data, ...address }) => {
    reports.refused(address);
    status.count('refused');
    log('report_refused', { ...address, reason: error.text ?? error.message });
  }),
  live.on('problem', ({ error }) => log('request_failed', { reason: String(error) })),
  live.on('grantEnded', ({ channel, userId }) => grants.ended(channel, userId)),
  live.on('state', () => status.report()),
];
