import { addressOf } from '@azulejo/model';
import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import { isInParts } from '../../database/parts.ts';
import { deleteInBatches } from '../../platform/batch-delete.ts';
import type { Clock } from '../../platform/clock.ts';
import { toChain } from './cause.ts';
import type { CommandRecord, OpenCommand } from './command.ts';
import {
  componentRows,
  prepareOpen,
  prepareOpenOf,
  prepareSettle,
  prepareSettleLate,
} from './command-statements.ts';
import { prepareOpenOfOwners } from './read-models/open-of-owners.ts';
import { createWaiting } from './waiting.ts';

/** An upper bound of the time that any owner has to answer. */
const MAX_DEADLINE_MS = 10 * 60_000;
const RETENTION_MS = 30 * 24 * 3600 * 1000;
/** Maximum number of overdue commands per sweep; the next sweep continues. */
const OVERDUE_BATCH_SIZE = 1000;

export type Commands = ReturnType<typeof createCommands>;

/** Stores and finds commands: writes that the channel's owner must answer. */
export function createCommands({ db, clock }: { db: Db; clock: Clock }) {
  const waiting = createWaiting();
  const openOf = prepareOpenOf(db);
  const byId = prepareById(db);
  const overdue = prepareOverdue(db);

  async function find(id: string): Promise<CommandRecord | undefined> {
    const row = await byId.get({ id });
    return row && toRecord(row);
  }

  return {
    find,

    /** Returns those of the commands that exist, in no order. */
    findMany: prepareFindMany(db),

    channelOf: async (id: string): Promise<string | undefined> => (await byId.get({ id }))?.channel_id,

    /** Returns a statement to be committed in the same unit as the events and values of the commands. */
    open: prepareOpen(db),
    /**
     * Returns statements like `open`. The unit is not committed when one of the commands was settled already.
     */
    settle: prepareSettle(db),
    settleLate: prepareSettleLate(db),

    /** Returns the open commands of any property of the components, oldest first. */
    async openOf(components: readonly { channelId: string; componentId: string }[]): Promise<OpenCommand[]> {
      return (await openOf.all({ rows: componentRows(components) })).map(toOpenCommand);
    },

    /** Returns the commands that still wait for these owners, the oldest first, at most 1,000. */
    openOfOwners: createOpenOfOwners({ db, clock }),

    /**
     * Returns open commands of these parts whose deadline is not after `before`, the earliest first, at most 1,000, and then
     * as many with a deadline beyond the maximum. Such a deadline was stamped while the machine's clock
     * was ahead, and counts as passed.
     */
    overdue,

    /** Returns the command once it is settled, or in its state after `ms`, or when the server stops. */
    async waitFor(id: string, ms: number): Promise<CommandRecord | undefined> {
      const settled = waiting.wait(id, clock.monotonic() + ms);
      const found = await find(id);
      if (found?.state !== 'open') return found;
      await settled;
      return find(id);
    },

    waiting,

    /** Deletes commands that were requested more than 30 days ago. */
    prune: () => pruneBefore(db, clock.now() - RETENTION_MS),
  };
}

function createOpenOfOwners({ db, clock }: { db: Db; clock: Clock }) {
  const open = prepareOpenOfOwners(db);
  return async (ids: readonly string[]): Promise<(OpenCommand & { readonly deadline: number })[]> => {
    const rows = await open.all({ owners: JSON.stringify(ids.map((id) => [id])), now: clock.now() });
    return rows.map(({ deadline, ...row }) => ({ ...toOpenCommand(row), deadline }));
  };
}

async function pruneBefore(db: Db, end: number): Promise<void> {
  await deleteInBatches((limit) =>
    db.write((tx) => {
      const due = tx.selectFrom('commands').select('id').where('created', '<', end).limit(limit);
      return tx.deleteFrom('commands').where('id', 'in', due).executeTakeFirstOrThrow();
    }),
  );
}

/** Each statement reads a range of the index of open commands: one with `or` would read all of them. */
function prepareOverdue(db: Db) {
  const openWith = (operator: '<=' | '>') =>
    db.prepare<{ at: number; parts: string }>()((kysely, p) =>
      kysely
        .selectFrom('commands')
        .select(['id', 'channel_id as channelId', 'component_id as componentId', 'property_id as propertyId'])
        .where('settled', 'is', null)
        .where('deadline', operator, p('at'))
        .where(({ ref }) => isInParts(ref('part'), p('parts')))
        .orderBy('deadline')
        .limit(OVERDUE_BATCH_SIZE),
    );
  const passed = openWith('<=');
  const misdated = openWith('>');
  return async (before: number, parts: string) => [
    ...(await passed.all({ at: before, parts })),
    ...(await misdated.all({ at: before + MAX_DEADLINE_MS, parts })),
  ];
}

function prepareById(db: Db) {
  return db.prepare<{ id: string }>()((kysely, p) =>
    kysely.selectFrom('commands').selectAll().where('id', '=', p('id')),
  );
}

function prepareFindMany(db: Db): (ids: readonly string[]) => Promise<CommandRecord[]> {
  const byIds = db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(jsonRows<{ id: string }>(db.engine, p('rows'), { id: 'text' }).as('given'))
      .innerJoin('commands', 'commands.id', 'given.id')
      .selectAll('commands'),
  );
  return async (ids) => {
    if (ids.length === 0) return [];
    return (await byIds.all({ rows: JSON.stringify(ids.map((id) => [id])) })).map(toRecord);
  };
}

type OpenRow = Awaited<ReturnType<ReturnType<typeof prepareOpenOf>['all']>>[number];

const toOpenCommand = ({ rootId, depth, ...row }: OpenRow): OpenCommand => ({
  ...row,
  chain: toChain(rootId, depth),
  sender: row.sender ?? undefined,
  onBehalfOf: row.onBehalfOf ?? undefined,
  origin: row.origin ?? undefined,
  requesterSession: row.requesterSession ?? undefined,
});

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareById>['get']>>>;

function toRecord(row: Row): CommandRecord {
  return {
    id: row.id,
    ...addressOf(row),
    state: row.state,
    data: JSON.parse(row.data_json),
    sender: row.sender ?? undefined,
    onBehalfOf: row.on_behalf_of ?? undefined,
    created: row.created,
    deadline: row.deadline,
    settled: row.settled ?? undefined,
    answer: row.answer_json === null ? undefined : JSON.parse(row.answer_json),
    reason: row.reason ?? undefined,
    chain: toChain(row.root_id, row.depth),
  };
}
