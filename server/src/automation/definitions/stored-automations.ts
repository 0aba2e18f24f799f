import { type AutomationDefinition, MAX_AUTOMATIONS } from '@azulejo/contract';
import { CompiledQuery } from 'kysely';
import type { Rights, SignedIn } from '../../core/access/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { mapInTurns } from '../../platform/short-turns.ts';
import type { AutomationChange, Events } from '../../telemetry/events/index.ts';
import {
  type AutomationRow,
  type StoredAutomation,
  type StoredVersion,
  toStored,
  toVersion,
} from './automation-row.ts';

/** Who saves a definition, and through which client. */
export type Author = {
  readonly userId?: string;
  readonly clientId?: string;
  /** What the author's sign-in may be used for; by default all. */
  readonly rights?: Rights;
};

/** Returns the author of what a caller saves. */
export function authorOf({ principal: { kind, id, clientId, rights } }: SignedIn): Author {
  return { clientId, ...(kind === 'user' && { userId: id }), rights };
}

/** Throws when the automation may not be changed in its present state. */
export type Check = (current: StoredAutomation) => void;

/** Changes of an automation. Members that are undefined stay as they are. */
type Changes = {
  readonly definition?: AutomationDefinition;
  readonly isEnabled?: boolean;
  readonly author: Author;
};

type NewAutomation = {
  readonly definition: AutomationDefinition;
  readonly isEnabled: boolean;
  readonly origin: StoredAutomation['origin'];
  readonly author: Author;
};

/** How many definitions of an automation are kept. */
const MAX_VERSIONS = 50;

type Dependencies = {
  db: Db;
  clock: Clock;
  bus: Pick<DomainEventBus, 'emit'>;
  events: Pick<Events, 'append'>;
};

export type StoredAutomations = ReturnType<typeof createStoredAutomations>;

/**
 * Stores the automations of users. Every change raises the revision of the home, for which they are compiled, and is an
 * event of the home's log, so that a replay changes them at the same place.
 */
export function createStoredAutomations(dependencies: Dependencies) {
  const change = createChange(dependencies);
  return {
    ...createReads(dependencies),
    ...createChanges(change),
    create: createInsert(change),
    reorder: createReorder(change),
  };
}

function createReads({ db }: Dependencies) {
  const ofUser = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('automations')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .orderBy('position')
      .orderBy('id')
      .limit(MAX_AUTOMATIONS),
  );
  const one = db.prepare<{ userId: string; id: string }>()((kysely, p) =>
    kysely.selectFrom('automations').selectAll().where('user_id', '=', p('userId')).where('id', '=', p('id')),
  );
  const versions = db.prepare<{ userId: string; id: string }>()((kysely, p) =>
    kysely
      .selectFrom('automation_versions')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('id'))
      .orderBy('version', 'desc')
      .limit(MAX_VERSIONS),
  );
  const version = db.prepare<{ userId: string; id: string; version: number }>()((kysely, p) =>
    kysely
      .selectFrom('automation_versions')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('id'))
      .where('version', '=', p('version')),
  );
  return {
    /** Returns the automations in the user's order. */
    list: async (userId: string): Promise<StoredAutomation[]> =>
      mapInTurns(await ofUser.all({ userId }), toStored),
    /** Throws `not_found`. */
    get: async (userId: string, id: string): Promise<StoredAutomation> =>
      toStored(existing(await one.get({ userId, id }))),
    /** Returns the last definitions, newest first. The list is empty when the automation does not exist. */
    versions: async (userId: string, id: string): Promise<StoredVersion[]> =>
      mapInTurns(await versions.all({ userId, id }), toVersion),
    version: async (userId: string, id: string, number: number): Promise<StoredVersion | undefined> => {
      const row = await version.get({ userId, id, version: number });
      return row && toVersion(row);
    },
  };
}

/** The result of a change, and what the log says of it. */
type Changed<T> = { readonly result: T; readonly data: readonly AutomationChange[] };

/** Runs a change in a transaction that locks the user's home. */
type Change = <T>(userId: string, work: (tx: Transaction, now: number) => Promise<Changed<T>>) => Promise<T>;

const stateIn = ({ id, version, enabled }: AutomationRow): AutomationChange => ({
  automation: id,
  version,
  enabled: enabled === 1,
});

const createChange =
  ({ db, clock, bus, events }: Dependencies): Change =>
  async (userId, work) => {
    const result = await db.write(async (tx) => {
      await raiseHomeRevision(tx, userId);
      const now = clock.now();
      const { result: done, data } = await work(tx, now);
      for (const { sql, parameters } of events.append(
        data.map((each) => ({ userId, at: now, type: 'home', data: each })),
      ))
        await tx.executeQuery(CompiledQuery.raw(sql, [...parameters]));
      return done;
    });
    bus.emit('automationsChanged', { userId });
    bus.emit('eventsAppended', { userIds: [userId] });
    return result;
  };

/** Throws `quota_exceeded`. */
const createInsert =
  (change: Change) =>
  (userId: string, { definition, isEnabled, origin, author }: NewAutomation): Promise<StoredAutomation> =>
    change(userId, async (tx, now) => {
      const others = await positionsOf(tx, userId);
      if (others.length >= MAX_AUTOMATIONS)
        throw new ApiError('quota_exceeded', { detail: `A user can have ${MAX_AUTOMATIONS} automations.` });
      const row: AutomationRow = {
        user_id: userId,
        id: newId(),
        label: definition.label,
        enabled: isEnabled ? 1 : 0,
        position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
        version: 1,
        definition_json: JSON.stringify(definition),
        origin,
        stopped_json: null,
        last_run: null,
        last_outcome: null,
        next_run: null,
        revision: 1,
        created: now,
        updated: now,
      };
      await tx.insertInto('automations').values(row).execute();
      await insertVersion(tx, row, author);
      return { result: toStored(row), data: [stateIn(row)] };
    });

const createChanges = (change: Change) => ({
  /**
   * Changes an automation. Another definition makes a version. Switching it on ends a stop. Throws `not_found`, or what
   * `check` throws.
   */
  change: (userId: string, id: string, changes: Changes, check: Check): Promise<StoredAutomation> =>
    change(userId, async (tx, now) => {
      const row = existing(await find(tx, userId, id));
      check(toStored(row));
      const changed = await store(tx, row, changes, now);
      return { result: toStored(changed), data: [stateIn(changed)] };
    }),

  /**
   * Replaces the definitions of automations, all or none. Throws `precondition_failed` when one has been changed since.
   */
  replaceAll: (
    userId: string,
    all: readonly {
      readonly id: string;
      readonly version: number;
      readonly definition: AutomationDefinition;
    }[],
    author: Author,
  ): Promise<void> =>
    change(userId, async (tx, now) => {
      const data: AutomationChange[] = [];
      for (const { id, version, definition } of all) {
        const row = await find(tx, userId, id);
        if (row?.version !== version) throw new ApiError('precondition_failed');
        data.push(stateIn(await store(tx, row, { definition, author }, now)));
      }
      return { result: undefined, data };
    }),

  /** Throws `not_found`, or what `check` throws. */
  remove: (userId: string, id: string, check: Check): Promise<void> =>
    change(userId, async (tx) => {
      check(toStored(existing(await find(tx, userId, id))));
      await tx.deleteFrom('automations').where('user_id', '=', userId).where('id', '=', id).execute();
      await tx
        .deleteFrom('automation_versions')
        .where('user_id', '=', userId)
        .where('automation_id', '=', id)
        .execute();
      return { result: undefined, data: [{ removed: id }] };
    }),
});

/** Puts these automations before the others. Throws `not_found` when one does not exist. */
const createReorder =
  (change: Change) =>
  (userId: string, ids: readonly string[]): Promise<void> =>
    change(userId, async (tx) => {
      const stored = await positionsOf(tx, userId);
      const positions = new Map(stored.map(({ id, position }) => [id, position]));
      if (ids.some((id) => !positions.has(id))) throw new ApiError('not_found');
      for (const [position, id] of [...new Set([...ids, ...positions.keys()])].entries()) {
        if (positions.get(id) === position) continue;
        await tx
          .updateTable('automations')
          .set({ position })
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .execute();
      }
      return { result: undefined, data: [{ order: ids }] };
    });

async function store(
  tx: Transaction,
  row: AutomationRow,
  changes: Changes,
  now: number,
): Promise<AutomationRow> {
  const changed = { ...row, ...columnsOf(row, changes), revision: row.revision + 1, updated: now };
  await tx
    .updateTable('automations')
    .set(changed)
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .execute();
  if (changed.version !== row.version) await insertVersion(tx, changed, changes.author);
  return changed;
}

function columnsOf(row: AutomationRow, { definition, isEnabled }: Changes): Partial<AutomationRow> {
  const json = definition === undefined ? row.definition_json : JSON.stringify(definition);
  return {
    ...(json !== row.definition_json && {
      definition_json: json,
      label: definition?.label ?? row.label,
      version: row.version + 1,
    }),
    ...(isEnabled !== undefined && { enabled: isEnabled ? 1 : 0 }),
    ...(isEnabled === true && { stopped_json: null }),
  };
}

async function insertVersion(tx: Transaction, row: AutomationRow, author: Author): Promise<void> {
  await tx
    .insertInto('automation_versions')
    .values({
      user_id: row.user_id,
      automation_id: row.id,
      version: row.version,
      definition_json: row.definition_json,
      author_id: author.userId ?? null,
      client_id: author.clientId ?? null,
      created: row.updated,
    })
    .execute();
  await tx
    .deleteFrom('automation_versions')
    .where('user_id', '=', row.user_id)
    .where('automation_id', '=', row.id)
    .where('version', '<=', row.version - MAX_VERSIONS)
    .execute();
}

function existing(row: AutomationRow | undefined): AutomationRow {
  if (!row) throw new ApiError('not_found');
  return row;
}

const find = (tx: Transaction, userId: string, id: string): Promise<AutomationRow | undefined> =>
  tx
    .selectFrom('automations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Returns the user's automations, in their order. */
const positionsOf = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('automations')
    .select(['id', 'position'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute();
