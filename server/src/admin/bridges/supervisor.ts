import type { BridgeFindings } from '@azulejo/contract';
import type { Config } from '../../config/config.ts';
import { installation } from '../../config/installation.ts';
import type { BridgeRecord, Bridges } from '../../connections/bridges/index.ts';
import type { Clock, Timers } from '../../platform/clock.ts';
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
  logger: Logger;
  metrics: BridgeMetrics;
};

type Running = { readonly revision: number; readonly bridge: RunningBridge };

/** Runs a process for each bridge. What commands and other requests store, is found at the next `reconcile`. */
export function createSupervisor(dependencies: Dependencies) {
  const { config, bridges } = dependencies;
  const running = new Map<string, Running>();
  const statuses = createStatuses({ ...dependencies, store: bridges.setStatus });
  const open = createOpen(dependencies, statuses);
  let isStopping = false;
  let stopping: Promise<void> | undefined;

  async function start(record: BridgeRecord): Promise<void> {
    const secrets = await bridges.openSecrets(record.id);
    if (isStopping) return;
    running.set(record.id, { revision: record.revision, bridge: open(record, secrets) });
  }

  async function stopAll(): Promise<void> {
    await Promise.all([...running.values()].map(({ bridge }) => bridge.stop()));
    for (const id of running.keys()) statuses.ended(id);
    await statuses.settled();
  }

  return {
    /** Ends the processes of bridges that were removed or changed, and starts those that are missing. */
    async reconcile(): Promise<void> {
      const records = new Map((await bridges.list()).map((record) => [record.id, record]));
      for (const [id, { revision, bridge }] of running) {
        const record = records.get(id);
        if (record?.revision === revision) continue;
        running.delete(id);
        await bridge.stop();
        // With other settings it starts from scratch, and `bridges` has reset its stored state.
        statuses.forget(id);
        if (!record) await deleteLog(logPath(config.dataDir, id));
      }
      for (const record of records.values()) if (!running.has(record.id) && !isStopping) await start(record);
    },

    /** Asks all processes to end, and waits for them. */
    stop(): Promise<void> {
      isStopping = true;
      stopping ??= stopAll();
      return stopping;
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
