import { type BoundStatement, jsonRows } from '@azulejo/storage';
import { type Selectable, sql } from 'kysely';
import { type Database, type Db, jsonColumns, prepareBulkInsert, toJsonRows } from '../../database/index.ts';
import { partOf } from '../../platform/leases.ts';
import type { NewCommand, Settlement } from './command.ts';

/** Prepares one statement that inserts any number of new commands. */
export function prepareOpen(db: Db): (commands: readonly NewCommand[]) => BoundStatement {
  const insert = prepareBulkInsert(db, 'commands');
  return (commands) =>
    insert(
      commands.map((command) => ({
        id: command.id,
        channel_id: command.channelId,
        component_id: command.componentId,
        property_id: command.propertyId,
        data_json: command.text,
        state: command.state,
        sender: command.sender ?? null,
        on_behalf_of: command.onBehalfOf ?? null,
        created: command.created,
        deadline: command.deadline,
        settled: command.settled ?? null,
        answer_json: command.answer ?? null,
        reason: command.reason ?? null,
        root_id: command.chain?.rootId ?? null,
        depth: command.chain?.depth ?? null,
        part: partOf(command.channelId),
        origin: command.origin ?? null,
        requester_session: command.requesterSession ?? null,
      })),
    );
}

const SETTLED = ['id', 'state', 'settled', 'answer_json', 'reason'] as const;
type SettledRow = Pick<Selectable<Database['commands']>, (typeof SETTLED)[number]>;

/**
 * Settles commands, or fails the unit when one of them is no longer open: when several servers see the same
 * answer or deadline, exactly one settles the command and publishes that.
 */
export function prepareSettle(db: Db): (settlements: readonly Settlement[]) => BoundStatement[] {
  const lock = prepareLock(db);
  const update = prepareUpdate(db, 'open');
  return (settlements) => {
    if (settlements.length === 0) return [];
    const ids = JSON.stringify(settlements.map(({ id }) => [id]));
    return [
      lock.bind({ rows: ids, count: settlements.length }, { expectRow: true }),
      update.bind({ rows: settlementRows(settlements) }),
    ];
  };
}

/** Settles unanswered commands with their late answer; commands in another state stay unchanged. */
export function prepareSettleLate(db: Db): (settlements: readonly Settlement[]) => BoundStatement[] {
  const update = prepareUpdate(db, 'unanswered');
  return (settlements) =>
    settlements.length === 0 ? [] : [update.bind({ rows: settlementRows(settlements) })];
}

const settledColumns = jsonColumns('commands', SETTLED);
const settlementRows = (settlements: readonly Settlement[]): string =>
  toJsonRows<(typeof SETTLED)[number]>(
    settledColumns,
    settlements.map(({ answer, ...settlement }) => ({ ...settlement, answer_json: answer })),
  );

function prepareUpdate(db: Db, from: 'open' | 'unanswered') {
  return db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .updateTable('commands')
      .from(jsonRows<SettledRow>(db.engine, p('rows'), settledColumns).as('given'))
      .set((eb) => ({
        state: eb.ref('given.state'),
        settled: eb.ref('given.settled'),
        answer_json: eb.ref('given.answer_json'),
        reason: eb.ref('given.reason'),
      }))
      .whereRef('commands.id', '=', 'given.id')
      .where('commands.state', '=', sql.lit(from)),
  );
}

/**
 * Returns a row when all of the commands are open, and locks them against other servers until the unit ends.
 */
function prepareLock(db: Db) {
  return db.prepare<{ rows: string; count: number }>()((kysely, p) =>
    kysely
      .selectFrom((eb) => {
        const open = eb
          .selectFrom(jsonRows<{ id: string }>(db.engine, p('rows'), { id: 'text' }).as('given'))
          .innerJoin('commands', 'commands.id', 'given.id')
          .select('commands.id')
          .where('commands.state', '=', 'open')
          .orderBy('commands.id');
        return (db.engine === 'postgres' ? open.forUpdate('commands') : open).as('open');
      })
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .having((eb) => eb.fn.countAll<number>(), '=', p('count')),
  );
}

type Component = { readonly channelId: string; readonly componentId: string };

export const OPEN_COLUMNS = [
  'commands.id',
  'commands.channel_id as channelId',
  'commands.component_id as componentId',
  'commands.property_id as propertyId',
  'commands.data_json as text',
  'commands.sender',
  'commands.on_behalf_of as onBehalfOf',
  'commands.created',
  'commands.root_id as rootId',
  'commands.depth',
  'commands.origin',
  'commands.requester_session as requesterSession',
] as const;

/** Reads the open commands of any number of components in one statement. */
export function prepareOpenOf(db: Db) {
  const columns = jsonColumns('commands', ['channel_id', 'component_id']);
  return db.prepare<{ rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(
        jsonRows<{ channel_id: string; component_id: string }>(db.engine, p('rows'), columns).as('given'),
      )
      .innerJoin('commands', (join) =>
        join
          .onRef('commands.channel_id', '=', 'given.channel_id')
          .on('commands.state', '=', sql.lit('open'))
          .onRef('commands.component_id', '=', 'given.component_id'),
      )
      .select(OPEN_COLUMNS)
      .orderBy('commands.created'),
  );
}

export const componentRows = (components: readonly Component[]): string =>
  JSON.stringify(components.map(({ channelId, componentId }) => [channelId, componentId]));
