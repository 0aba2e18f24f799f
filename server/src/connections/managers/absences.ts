import { ACCESS_PROPERTY, type AccessState, type ValueAddress } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import { Problem } from '../../platform/problem.ts';
import { prepareAt, type ValueRow } from '../../state/values/index.ts';
import type { WritePath } from '../../state/write-path/index.ts';
import {
  type ChannelOfManager,
  createListConnections,
  createPagesOfChannels,
  type ManagerConnection,
} from './read-models/connected-managers.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  connectedClients: ConnectedClients;
  channels: Channels;
  templates: Templates;
  writePath: WritePath;
};

/** Longer than a manager's program takes to start again, or than the platform's own restart lasts. */
const GONE_AFTER_MS = 30_000;
/** The value that the platform reports for devices of a disconnected manager. */
const GONE: AccessState = 'disconnected';
const HERE: AccessState = 'ok';
const GONE_TEXT = JSON.stringify(GONE);
/** Values of `access` with which a device can be reached. Other ones say more than that its manager is gone. */
const REACHABLE: ReadonlySet<string | undefined> = new Set([undefined, '"ok"', '"connected"']);

/**
 * Tracks whether managers are still connected, and reports it to the users of their devices:
 * 1. A manager that connects for the first time is remembered. Managers that only use HTTP never are.
 * 2. When it was not connected for half a minute, its reachable devices get `access: disconnected`.
 * 3. When it is connected again, those of them that nobody changed since get `access: ok`.
 */
export function createAbsences(dependencies: Dependencies) {
  const { db, clock, connectedClients } = dependencies;
  const connections = createListConnections(db);
  const devices = createDevicesOf(dependencies);
  const missingSince = new Map<string, number>();
  let isStopping = false;

  async function leave({ id, goneSince }: ManagerConnection): Promise<void> {
    const since = goneSince ?? clock.now();
    await store(db, { manager_id: id, gone_since: since, reported_until: null });
    const { last, isComplete } = await devices.markGone(id, () => isStopping || connectedClients.has(id));
    // Otherwise the next check continues, or the next start. Those that were reported before are included then.
    const until = Math.max(last, since, clock.now());
    if (isComplete) await store(db, { manager_id: id, gone_since: since, reported_until: until });
  }

  async function comeBack({ id, goneSince, reportedUntil }: ManagerConnection): Promise<void> {
    if (goneSince !== null) {
      const { isComplete } = await devices.restore(id, goneSince, reportedUntil ?? clock.now());
      // The next check continues with those that are left.
      if (!isComplete) return;
    }
    await store(db, { manager_id: id, gone_since: null, reported_until: null });
  }

  async function check(connection: ManagerConnection): Promise<void> {
    const { id, isKnown, goneSince, reportedUntil } = connection;
    if (connectedClients.has(id)) {
      missingSince.delete(id);
      if (!isKnown || goneSince !== null) await comeBack(connection);
      return;
    }
    if (!isKnown || reportedUntil !== null) return;
    const since = missingSince.get(id) ?? clock.monotonic();
    missingSince.set(id, since);
    if (clock.monotonic() - since >= GONE_AFTER_MS) await leave(connection);
  }

  async function checkAll(): Promise<void> {
    for await (const connection of connections()) {
      if (isStopping) return;
      await check(connection);
    }
  }

  let checking: Promise<void> = Promise.resolve();
  return {
    /** Looks at all managers once. Calls run one after another. */
    check(): Promise<void> {
      checking = checking.then(checkAll, checkAll);
      return checking;
    },
    stop: (): void => {
      isStopping = true;
    },
  };
}

/** The stored value of an address of `access`; undefined without one. */
type Found = { readonly address: ValueAddress; readonly stored: ValueRow | undefined };

/**
 * Returns a function that reports `access` in the place of a manager, unless the manager itself has reported another
 * one meanwhile. It returns when that was stored; 0 when the channel is gone or the manager was faster, and undefined
 * when the quota is used up for now.
 */
function createReport({ channels, writePath }: Pick<Dependencies, 'channels' | 'writePath'>) {
  return async function report(
    managerId: string,
    { address, stored }: Found,
    access: AccessState,
  ): Promise<number | undefined> {
    const channel = await channels.findChannelAccess(address.channelId);
    if (!channel) return 0;
    const actor = { kind: 'client', id: managerId, clientId: managerId } as const;
    try {
      const replaces = { timestamp: stored?.timestamp };
      return (await writePath.put(actor, channel, address, access, replaces)).created;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return error.kind === 'too_many_writes' ? undefined : 0;
    }
  };
}

/** Reports in the place of a manager whether its devices can be reached. */
function createDevicesOf({ db, channels, templates, writePath }: Dependencies) {
  const report = createReport({ channels, writePath });
  const pagesOf = createPagesOfChannels(db);
  const storedAt = prepareAt(db);

  /** Returns the addresses of `access` of these channels, with what is stored there. */
  async function accessOf(page: readonly ChannelOfManager[]): Promise<Found[]> {
    const addresses: ValueAddress[] = [];
    for (const { id: channelId, templateId, templateVersion } of page)
      for (const { id: componentId } of (await templates.get(templateId, templateVersion)).components)
        addresses.push({ channelId, componentId, propertyId: ACCESS_PROPERTY });
    const rows = await storedAt(addresses);
    const byKey = new Map(rows.map((row) => [`${row.channel_id}/${row.component_id}`, row]));
    return addresses.map((address) => {
      return { address, stored: byKey.get(`${address.channelId}/${address.componentId}`) };
    });
  }

  /**
   * Reports this for the components that fit. Returns when the last one was stored, or 0, and whether all of them were
   * handled: the quota sufficed, and it was not over before.
   */
  async function reportAll(
    managerId: string,
    access: AccessState,
    fits: (stored: ValueRow | undefined) => boolean,
    isOver: () => boolean = () => false,
  ): Promise<{ last: number; isComplete: boolean }> {
    let last = 0;
    let isComplete = true;
    for await (const page of pagesOf(managerId)) {
      if (isOver()) return { last, isComplete: false };
      const found = (await accessOf(page)).filter(({ stored }) => fits(stored));
      const times = await Promise.all(found.map((each) => report(managerId, each, access)));
      last = Math.max(last, ...times.map((time) => time ?? 0));
      isComplete &&= !times.includes(undefined);
    }
    return { last, isComplete };
  }

  return {
    markGone: (managerId: string, isOver: () => boolean) =>
      reportAll(managerId, GONE, (stored) => REACHABLE.has(stored?.data_json), isOver),
    restore: (managerId: string, since: number, until: number) =>
      reportAll(managerId, HERE, (stored) => {
        return stored?.data_json === GONE_TEXT && stored.timestamp >= since && stored.timestamp <= until;
      }),
  };
}

type Row = { manager_id: string; gone_since: number | null; reported_until: number | null };

const store = (db: Db, { manager_id, ...columns }: Row): Promise<unknown> =>
  db.write((tx) =>
    tx
      .insertInto('manager_connections')
      .values({ manager_id, ...columns })
      .onConflict((conflict) => conflict.column('manager_id').doUpdateSet(columns))
      .execute(),
  );
