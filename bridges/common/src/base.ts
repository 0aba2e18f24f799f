import type { ManagerClient, ManagerLive } from '@azulejo/sdk/manager';
import { type Channels, createChannels } from './channels.ts';
import { createGrants, type Grants } from './grants.ts';
import type { Log } from './log.ts';
import type { CommonOptions } from './options.ts';
import { createReports, type Reports } from './reports.ts';
import { createStatus, type Status } from './status.ts';
import { createWork, type Work } from './work.ts';

/** The parts that every bridge has, independent of the other system. */
export type Base = {
  readonly grants: Grants;
  readonly channels: Channels;
  readonly status: Status;
  readonly work: Work;
  readonly reports: Reports;
  /** Offers a channel and renews templates, unless something else is going on. Called each second. */
  runIfIdle(): void;
};

type Given = {
  readonly options: CommonOptions;
  readonly manager: ManagerClient;
  readonly live: ManagerLive;
  readonly log: Log;
  /** The status of the other system before anything is known. */
  readonly own?: Readonly<Record<string, unknown>>;
};

/** Reads the channels that the platform has, and creates what a bridge works with. */
export async function createBase({ options, manager, live, log, own }: Given): Promise<Base> {
  const grants = createGrants(manager.channels, options.homes, log);
  const reports = reportsTo(live, log);
  const channels = await createChannels({
    manager,
    log,
    onChannel: grants.offer,
    onChanged: reports.repeatRefused,
  });
  const work = createWork(log);
  return {
    grants,
    channels,
    status: createStatus(log, () => ({ platform: live.state, ...live.outbox }), own),
    work,
    reports,
    runIfIdle: () =>
      work.runIfIdle(async () => {
        await grants.offerNext();
        await channels.renewTemplates();
      }),
  };
}

/** Returns the reports of a connection. What it loses is reported again. */
function reportsTo(live: ManagerLive, log: Log): Reports {
  const reports = createReports({
    now: () => performance.now(),
    report: (address, data) => {
      const lost = (error: unknown) => {
        reports.forget(address.channel);
        log('report_lost', { ...address, reason: String(error) });
      };
      live.report(address, data).catch(lost);
    },
  });
  return reports;
}
