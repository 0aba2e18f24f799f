import type { ManagerClient, ManagerLive } from '@azulejo/sdk/manager';
import { type Channels, createChannels } from './channels.ts';
import { createGrants, type Grants } from './grants.ts';
import type { Log } from './log.ts';
import type { CommonOptions } from './options.ts';
import { createReports, type Reports } from './reports.ts';
import { createStatus, type Status } from './status.ts';
import { type SetTimer, setSystemTimer } from './timers.ts';

/** What every bridge needs, independent of the other system. */
export type BridgeServices = {
  readonly grants: Grants;
  readonly channels: Channels;
  readonly status: Status;
  readonly tasks: TaskRunner;
  readonly reports: Reports;
  /** Offers a channel and renews templates, unless a task is running. Called each second. */
  runIfIdle(): void;
};

type Dependencies = {
  readonly options: CommonOptions;
  readonly manager: ManagerClient;
  readonly live: ManagerLive;
  readonly log: Log;
  /** The status of the other system before anything is known. */
  readonly initialStatus?: Readonly<Record<string, unknown>>;
};

/** Reads the channels that the platform has, and creates the services of a bridge. */
export async function createBridgeServices({
  options,
  manager,
  live,
  log,
  initialStatus,
}: Dependencies): Promise<BridgeServices> {
  const grants = createGrants(manager.channels, options.homes, log);
  const reports = reportsTo(live, log);
  const channels = await createChannels({
    manager,
    log,
    onChannel: grants.offer,
    onChanged: reports.repeatRefused,
  });
  const tasks = createTaskRunner(log);
  return {
    grants,
    channels,
    status: createStatus(log, () => ({ platform: live.state, ...live.outbox }), initialStatus),
    tasks,
    reports,
    runIfIdle: () =>
      tasks.runIfIdle(async () => {
        await grants.offerNext();
        await channels.renewTemplates();
      }),
  };
}

/** Returns the reports of a connection. Values that it loses are reported again. */
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

type TaskRunner = {
  /**
   * Runs the task after the current one, in place of another waiting task. A task that fails, or that resolves with
   * false because a part of it failed, is retried after a minute unless there is a newer task.
   */
  run(task: () => Promise<boolean>): void;
  /** Runs the task unless another one is running. */
  runIfIdle(task: () => Promise<void>): void;
  close(): void;
};

const RETRY_MS = 60_000;

/** Runs one task at a time. Only the newest task waits, because it has the newest list. */
function createTaskRunner(log: Log, setTimer: SetTimer = setSystemTimer): TaskRunner {
  let waiting: (() => Promise<boolean>) | undefined;
  let isRunning = false;
  let retry: Disposable | undefined;

  async function start(task: () => Promise<boolean>): Promise<void> {
    isRunning = true;
    const isDone = await task().catch((error: unknown) => {
      log('work_failed', { reason: String(error) });
      return false;
    });
    isRunning = false;
    const next = waiting;
    waiting = undefined;
    if (next) await start(next);
    else if (!isDone) retry = setTimer(RETRY_MS, () => run(task));
  }

  function run(task: () => Promise<boolean>): void {
    retry?.[Symbol.dispose]();
    if (isRunning) waiting = task;
    else void start(task);
  }

  return {
    run,
    runIfIdle: (task) => {
      if (!isRunning) void start(() => task().then(() => true));
    },
    close: () => retry?.[Symbol.dispose](),
  };
}
