import { ACCESS_PROPERTY } from '@azulejo/contract';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import type { Leases } from '../../platform/leases.ts';
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
  leases: Pick<Leases, 'parts'>;
  channels: Channels;
  templates: Templates;
  writePath: WritePath;
};

/**
 * How long each may be disconnected. Longer than a manager's program takes to start again, than a device takes to
 * join its network again, and than the platform's own restart lasts.
 */
const GONE_AFTER_MS = { manager: 30_000, device: 60_000 } as const;

/** How many clients are asked for with one statement. */
const BATCH_SIZE = 500;
/** The most reports of other parts' devices that one run passes on. */
const MAX_TOLD = 10_000;

type Missing = Pick<ClientConnection, 'kind'> & { readonly since: number };

/**
 * Notices when managers, and devices that never sleep, are not connected any more, and reports it to the users of
 * their channels:
 * 1. A client that subscribes over MQTT for the first time is remembered. Clients that only use HTTP never are.
 * 2. When it was disconnected for a while, its reachable channels get `access: disconnected`.
 * 3. When it is connected again, those of them that nobody changed since get `access: ok`.
 * 4. A device that reports without being connected gets `access: ok` as well, and is forgotten until it subscribes.
 *
 * A server looks after the clients of its parts, wherever they are connected. After a start, when parts move and when
 * messages of other servers may be missing, the remembered clients are read once. Then only those are looked at whose
 * connection changed.
 */
export function createAbsences(dependencies: Dependencies) {
  const { db, clock, leases } = dependencies;
  const { parts } = leases;
  const find = createFindConnection(db);
  const known = createPagesOfKnown(db);
  const seen = watchReports(dependencies);
  const { missing, gone, reported, pending } = seen;
  const overdue = createOverdue(dependencies, seen, find);
  let isStopping = false;
  const { leave, comeBack, forget } = createTransitions(dependencies, seen, () => isStopping);

  /** Handles a connection that began or ended, and reports without one. */
  async function check(id: string, isConnected: boolean): Promise<void> {
    const isReporting = reported.delete(id);
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

  async function checkAll(): Promise<void> {
    seen.takeChanged();
    for (const id of reported) pending.add(id);
    await seen.readAgain(async () => {
      for await (const id of known()) if (parts.hasPartOf(id)) pending.add(id);
    });
    const failure = await eachPending(dependencies, seen, check, () => isStopping);
    if (isStopping) return;
    for (const connection of await overdue()) if (!isStopping) await leave(connection);
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

/** Returns a function that finds the missing clients to report now. */
function createOverdue(
  { clock, connectedClients }: Dependencies,
  { missing }: Seen,
  find: ReturnType<typeof createFindConnection>,
) {
  return async (): Promise<ClientConnection[]> => {
    const ids = [...missing].flatMap(([id, { kind, since }]) =>
      clock.monotonic() - since < GONE_AFTER_MS[kind] || connectedClients.has(id) ? [] : [id],
    );
    const elsewhere = await connectedClients.elsewhere(ids);
    const found: ClientConnection[] = [];
    for (const id of ids) {
      const connection = elsewhere.has(id) ? undefined : await find(id);
      if (connection) found.push(connection);
      else missing.delete(id);
    }
    return found;
  };
}

/** Checks each client whose connection changed. Returns the first failure; such a client is checked again. */
async function eachPending(
  { connectedClients }: Pick<Dependencies, 'connectedClients'>,
  { pending, reported }: Seen,
  check: (id: string, isConnected: boolean) => Promise<void>,
  isStopping: () => boolean,
): Promise<unknown> {
  let failure: unknown;
  const all = [...pending];
  for (let from = 0; from < all.length && !isStopping(); from += BATCH_SIZE) {
    const batch = all.slice(from, from + BATCH_SIZE);
    const elsewhere = await connectedClients.elsewhere(batch);
    for (const id of batch) {
      if (isStopping()) break;
      const isReporting = reported.has(id);
      pending.delete(id);
      try {
        await check(id, connectedClients.has(id) || elsewhere.has(id));
      } catch (error) {
        pending.add(id);
        if (isReporting) reported.add(id);
        failure ??= error;
      }
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
      const isOver = () => isStopping() || connectedClients.has(id) || reported.has(id) || pending.has(id);
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
 * with a new channel: a device may get its first one after it has connected. What is noticed about clients of other
 * parts is told to their servers.
 */
function watchReports(dependencies: Dependencies) {
  const { bus, connectedClients, leases } = dependencies;
  const { parts } = leases;
  /** The clients that are disconnected, until that is reported. */
  const missing = new Map<string, Missing>();
  /** The devices that were reported as disconnected. */
  const gone = new Set<string>();
  /** The devices that reported a value while they were missing or gone. */
  const reported = new Set<string>();
  /** The clients whose connection changed, until everything about it was reported. */
  const pending = new Set<string>();
  let isDirty = true;

  const note = (id: string) => {
    if (missing.has(id) || gone.has(id)) reported.add(id);
  };
  const markDirty = () => {
    isDirty = true;
  };
  bus.on('missedElsewhere', markDirty);
  parts.onChange(markDirty);
  const toTell = watchBus(dependencies, { pending, note });
  return {
    missing,
    gone,
    reported,
    pending,
    /** Forgets the clients of other parts and reads those of this server's parts, if that is due. */
    async readAgain(read: () => Promise<void>): Promise<void> {
      if (!isDirty) return;
      isDirty = false;
      for (const each of [missing, gone, reported, pending])
        for (const id of each.keys()) if (!parts.hasPartOf(id)) each.delete(id);
      await read().catch((error: unknown) => {
        isDirty = true;
        throw error;
      });
    },
    /** Adds the clients that connected or disconnected here, or tells the servers of their parts. */
    takeChanged(): void {
      const connections: string[] = [];
      for (const id of connectedClients.takeChanged())
        if (parts.hasPartOf(id)) pending.add(id);
        else connections.push(id);
      if (connections.length > 0 || toTell.size > 0)
        bus.emit('clientsChanged', { connections, reports: [...toTell] });
      toTell.clear();
    },
  };
}

type Noticed = { pending: Set<string>; note: (deviceId: string) => void };

/** Returns the devices of other parts that reported without a connection, until their servers are told. */
function watchBus(
  { bus, connectedClients, leases: { parts } }: Dependencies,
  { pending, note }: Noticed,
): Set<string> {
  const toTell = new Set<string>();
  bus.on('valueReported', ({ channel: { owner }, address }) => {
    if (owner?.kind !== 'device' || address.propertyId === ACCESS_PROPERTY) return;
    note(owner.id);
    if (toTell.size < MAX_TOLD && !connectedClients.has(owner.id) && !parts.hasPartOf(owner.id))
      toTell.add(owner.id);
  });
  // A client without a connection is pending already, and is looked at when it connects.
  bus.on('grantCreated', ({ by }) => {
    if (!connectedClients.has(by)) return;
    if (parts.hasPartOf(by)) pending.add(by);
    else bus.emit('clientsChanged', { connections: [by], reports: [] });
  });
  bus.on('clientsChangedElsewhere', ({ connections, reports }) => {
    for (const id of connections) if (parts.hasPartOf(id)) pending.add(id);
    for (const id of reports) note(id);
  });
  return toTell;
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
