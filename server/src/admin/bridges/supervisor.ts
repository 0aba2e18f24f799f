import type { BridgeFindings } from '@azulejo/contract';
import type { Config } from '../../config/config.ts';
import { installation } from '../../config/installation.ts';
import type { BridgeRecord, Bridges } from '../../connections/bridges/index.ts';
import type { Clock, Timers } from '../../platform/clock.ts';
import type { Leases } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import { deleteLog, logPath, openBridgeLog } from './bridge-log.ts';
import { recordFindings } from './findings.ts';
import { launch } from './launch.ts';
import { localAddressOf } from './local-address.ts';
import type { BridgeMetrics } from './metrics.ts';
import { permissionFlags } from './permissions.ts';
import { type RunningBridge, runBridge } from './run-bridge.ts';
import { bridgeSettings } from './settings.ts';
import { createStatuses, type Statuses } from './statuses.ts';

type Dependencies = {
  config: Config;
  bridges: Bridges;
  clock: Clock;
  timers: Timers;
  leases: Leases;
  logger: Logger;
  metrics: BridgeMetrics;
};

type Running = {
  readonly revision: number;
  readonly bridge: RunningBridge;
  /** Resolves the use of its lease. */
  readonly ended: () => void;
};

const leaseOf = (bridgeId: string) => `bridge:${bridgeId}`;

/**
 * Runs a process for each bridge of this server's parts, while it holds the bridge's lease: two processes of a bridge
 * would disturb each other. What commands and other requests store, is found at the next `reconcile`.
 */
export function createSupervisor(dependencies: Dependencies) {
  const { config, bridges, leases, logger } = dependencies;
  const processes = createProcesses(dependencies);
  const wanted = createWantedLeases(leases);
  let isStopping = false;
  let stopping: Promise<void> | undefined;
  let reconciling: Promise<void> = Promise.resolve();

  async function reconcile(): Promise<void> {
    await processes.endLost();
    const records = new Map((await bridges.list()).map((record) => [record.id, record]));
    const own = [...records.values()].filter(({ id }) => leases.parts.hasPartOf(id));
    const ownIds = new Set(own.map(({ id }) => id));
    for (const [id, revision] of processes.revisions()) {
      if (ownIds.has(id) && records.get(id)?.revision === revision) continue;
      await processes.end(id);
      if (!records.has(id)) await deleteLog(logPath(config.dataDir, id));
    }
    await wanted.set(ownIds);
    for (const record of own) if (!isStopping) await processes.start(record);
  }

  /** Calls run one after another. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    reconciling = reconciling.catch(() => undefined).then(() => (isStopping ? undefined : work()));
    return reconciling;
  }

  leases.parts.onChange(() => {
    const failed = (err: unknown) => logger.error({ err }, 'bridges of other servers were not ended');
    inTurn(processes.endLost).catch(failed);
  });

  return {
    /** Ends the processes of bridges that were removed, changed or moved, and starts those that are missing. */
    reconcile: () => inTurn(reconcile),

    /** Asks all processes to end, and waits for them. */
    stop(): Promise<void> {
      isStopping = true;
      stopping ??= processes.stop();
      return stopping;
    },
  };
}

/** The processes that this server runs. Each uses the lease of its bridge until it has ended. */
function createProcesses(dependencies: Dependencies) {
  const { bridges, leases } = dependencies;
  const running = new Map<string, Running>();
  const statuses = createStatuses({ ...dependencies, store: bridges.setStatus });
  const open = createOpen(dependencies, statuses);
  let isStopping = false;

  async function end(id: string): Promise<void> {
    const process = running.get(id);
    running.delete(id);
    await process?.bridge.stop().finally(process.ended);
    // The next process begins from scratch. `bridges` has reset the stored state if the settings changed.
    statuses.forget(id);
  }

  return {
    revisions: () => [...running].map(([id, { revision }]) => [id, revision] as const),
    end,

    /** Ends the processes whose leases this server lost: another one starts them. */
    async endLost(): Promise<void> {
      for (const id of [...running.keys()]) if (!leases.holds(leaseOf(id))) await end(id);
    },

    /** Starts the process of a bridge whose lease this server holds, unless it runs. */
    async start(record: BridgeRecord): Promise<void> {
      const { id, revision } = record;
      if (running.has(id)) return;
      const secrets = await bridges.openSecrets(id);
      if (isStopping || !leases.holds(leaseOf(id))) return;
      const { promise, resolve: ended } = Promise.withResolvers<void>();
      void leases.use(leaseOf(id), () => promise);
      running.set(id, { revision, bridge: open(record, secrets), ended });
    },

    async stop(): Promise<void> {
      isStopping = true;
      const ending = [...running];
      await Promise.all(ending.map(([, { bridge, ended }]) => bridge.stop().finally(ended)));
      for (const [id] of ending) statuses.ended(id);
      await statuses.settled();
    },
  };
}

/** Wants the leases of bridges, and gives up those of others. */
function createWantedLeases(leases: Leases) {
  let wanted: ReadonlySet<string> = new Set();
  return {
    async set(bridgeIds: ReadonlySet<string>): Promise<void> {
      for (const id of wanted) if (!bridgeIds.has(id)) leases.giveUp(leaseOf(id));
      const missing = [...bridgeIds].filter((id) => !wanted.has(id));
      wanted = bridgeIds;
      if (missing.length > 0) await leases.want(missing.map(leaseOf));
    },
  };
}

const NEVER_STARTED: RunningBridge = { stop: async () => undefined };

/** Creates a function that runs a bridge, unless its secrets are lost. */
const createOpen =
  ({ config, bridges, clock, timers, logger: platformLogger, metrics }: Dependencies, statuses: Statuses) =>
  (record: BridgeRecord, secrets: Awaited<ReturnType<Bridges['openSecrets']>>): RunningBridge => {
    const { id, type, version, restarts } = record;
    if (!secrets) {
      const problem = 'The key that sealed its password is missing: see azulejo doctor.';
      statuses.set(id, { state: 'stopped', problem, version, restarts });
      return NEVER_STARTED;
    }
    const address = localAddressOf(config);
    const logger = platformLogger.child({ bridge: id });
    const store = (findings: BridgeFindings) => bridges.setFindings(id, findings);
    return runBridge({
      timers,
      logger,
      findings: recordFindings({ store, clock, timers, logger }),
      log: openBridgeLog(logPath(config.dataDir, id)),
      onStatus: (status, quarantined) => {
        if (status.restarts > statuses.restartsOf(id)) metrics.bridgeRestarts.inc({ type });
        statuses.set(id, status, quarantined);
      },
      start: (onLine) =>
        launch({
          command: installation.bridgeCommands[type],
          flags: permissionFlags(type),
          args: ['--supervised'],
          settings: bridgeSettings(record, { ...secrets, clientId: id }, address),
          environment: { ...config.childEnvironment(), ...address.environment },
          timers,
          onLine,
        }),
    });
  };
