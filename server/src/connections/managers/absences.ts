import { ACCESS_PROPERTY } from '@azulejo/contract';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import {
  type ClientConnection,
  createFindConnection,
  createPagesOfKnown,
} from './read-models/client-connections.ts';
import { createAccessReports } from './report-access.ts';

type Dependencies = {
  db: Db;
  bus: DomainEventBus;
  clock: Clock;
  connectedClients: ConnectedClients;
  channels: Channels;
  templates: Templates;
  writePath: WritePath;
};

/**
 * How long each may be disconnected. Longer than a manager's program takes to start again, than a device takes to
 * join its network again, and than the platform's own restart lasts.
 */
const GONE_AFTER_MS = { manager: 30_000, device: 60_000 } as const;

type Missing = Pick<ClientConnection, 'kind'> & { readonly since: number };

/**
 * Notices when managers, and devices that never sleep, are not connected any more, and reports it to the users of
 * their channels:
 * 1. A client that subscribes over MQTT for the first time is remembered. Clients that only use HTTP never are.
 * 2. When it was disconnected for a while, its reachable channels get `access: disconnected`.
 * 3. When it is connected again, those of them that nobody changed since get `access: ok`.
 * 4. A device that reports without being connected gets `access: ok` as well, and is forgotten until it subscribes.
 *
 * After a start, the remembered clients are read once. Then only those are looked at whose connection changed.
 */
export function createAbsences(dependencies: Dependencies) {
  const { db, clock, connectedClients } = dependencies;
  const find = createFindConnection(db);
  const known = createPagesOfKnown(db);
  const seen = watchReports(dependencies.bus, connectedClients);
  const { missing, gone, reported, pending } = seen;
  let isStarted = false;
  let isStopping = false;
  const { leave, comeBack, forget } = createTransitions(dependencies, seen, () => isStopping);

  /** Handles a connection that began or ended, and reports without one. */
  async function check(id: string): Promise<void> {
    const isReporting = reported.delete(id);
    const isConnected = connectedClients.has(id);
    if (isConnected) missing.delete(id);
    const connection = await find(id);
    if (!connection) return;
    const { kind, isKnown, goneSince, reportedUntil } = connection;
    if (isConnected && (!isKnown || goneSince !== null)) await comeBack(connection);
    if (isConnected || !isKnown) return;
    if (isReporting) await forget(connection);
    else if (reportedUntil === null) missing.set(id, { kind, since: clock.monotonic() });
    else if (kind === 'device') gone.add(id);
  }

  async function checkMissing(): Promise<void> {
    for (const [id, { kind, since }] of missing) {
      if (isStopping) return;
      if (clock.monotonic() - since < GONE_AFTER_MS[kind] || connectedClients.has(id)) continue;
      const connection = await find(id);
      if (connection) await leave(connection);
      else missing.delete(id);
    }
  }

  async function checkAll(): Promise<void> {
    for (const id of connectedClients.takeChanged()) pending.add(id);
    for (const id of reported) pending.add(id);
    if (!isStarted) for await (const id of known()) pending.add(id);
    isStarted = true;
    const failure = await eachPending(seen, check, () => isStopping);
    if (isStopping) return;
    await checkMissing();
    if (failure !== undefined) throw failure;
  }

  let checking: Promise<void> = Promise.resolve();
  return {
    /** Handles everything that changed since the last call. Calls run one after another. */
    check(): Promise<void> {
      checking = checking.then(checkAll, checkAll);
      return checking;
    },
    stop: (): void => {
      isStopping = true;
    },
  };
}

/** Checks each client whose connection changed. Returns the first failure; such a client is checked again. */
async function eachPending(
  { pending, reported }: Seen,
  check: (id: string) => Promise<void>,
  isStopping: () => boolean,
): Promise<unknown> {
  let failure: unknown;
  for (const id of [...pending]) {
    if (isStopping()) break;
    const isReporting = reported.has(id);
    pending.delete(id);
    try {
      await check(id);
    } catch (error) {
      pending.add(id);
      if (isReporting) reported.add(id);
      failure ??= error;
    }
  }
  return failure;
}

/** Reports that clients are gone or back, and stores how far that got. */
function createTransitions(
  dependencies: Dependencies,
  { missing, gone, reported, pending }: Seen,
  isStopping: () => boolean,
) {
  const { db, clock, connectedClients } = dependencies;
  const access = createAccessReports(dependencies);

  /** Returns whether everything was reported. If not, the next check continues with what is left. */
  async function restore(connection: ClientConnection): Promise<boolean> {
    const { goneSince, reportedUntil } = connection;
    if (goneSince === null) return true;
    return (await access.restore(connection, goneSince, reportedUntil ?? clock.now())).isComplete;
  }

  return {
    async leave(connection: ClientConnection): Promise<void> {
      const { id, kind, goneSince } = connection;
      const since = goneSince ?? clock.now();
      await store(db, { client_id: id, gone_since: since, reported_until: null });
      const isOver = () => isStopping() || connectedClients.has(id) || reported.has(id);
      const { last, isComplete } = await access.markGone(connection, isOver);
      // Otherwise the next check continues, or the next start. Channels that were reported before are included then.
      if (!isComplete) return;
      const until = Math.max(last, since, clock.now());
      await store(db, { client_id: id, gone_since: since, reported_until: until });
      missing.delete(id);
      if (kind === 'device') gone.add(id);
    },

    async comeBack(connection: ClientConnection): Promise<void> {
      const { id, isKnown } = connection;
      if (!isKnown && !(await access.neverSleeps(connection))) return;
      if (!(await restore(connection))) return void pending.add(id);
      gone.delete(id);
      await store(db, { client_id: id, gone_since: null, reported_until: null });
    },

    /** A device that reports without being connected can be reached, and need not be connected. */
    async forget(connection: ClientConnection): Promise<void> {
      const { id } = connection;
      if (!(await restore(connection))) return void reported.add(id);
      missing.delete(id);
      gone.delete(id);
      await db.write((tx) => tx.deleteFrom('client_connections').where('client_id', '=', id).execute());
    },
  };
}

type Seen = ReturnType<typeof watchReports>;

/**
 * Returns what was noticed about clients since the start. Adds the devices that report without a connection, and those
 * with a new channel: a device may get its first one after it has connected.
 */
function watchReports(bus: DomainEventBus, connectedClients: ConnectedClients) {
  /** The clients that are disconnected, until that is reported. */
  const missing = new Map<string, Missing>();
  /** The devices that were reported as disconnected. */
  const gone = new Set<string>();
  /** The devices that reported a value while they were missing or gone. */
  const reported = new Set<string>();
  /** The clients whose connection changed, until everything about it was reported. */
  const pending = new Set<string>();
  bus.on('valueReported', ({ channel: { owner }, address }) => {
    if (owner?.kind !== 'device' || address.propertyId === ACCESS_PROPERTY) return;
    if (missing.has(owner.id) || gone.has(owner.id)) reported.add(owner.id);
  });
  // A client without a connection is pending already, and is looked at when it connects.
  bus.on('grantCreated', ({ by }) => {
    if (connectedClients.has(by)) pending.add(by);
  });
  return { missing, gone, reported, pending };
}

type Row = { client_id: string; gone_since: number | null; reported_until: number | null };

const store = (db: Db, { client_id, ...columns }: Row): Promise<unknown> =>
  db.write((tx) =>
    tx
      .insertInto('client_connections')
      .values({ client_id, ...columns })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet(columns))
      .execute(),
  );
