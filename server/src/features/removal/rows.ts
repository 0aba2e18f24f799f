import { sql } from 'kysely';
import type { Database, Db } from '../../database/index.ts';
import { deleteInSteps } from '../../platform/in-steps.ts';

/** A sign-in takes its tokens along, of which there may be a hundred. */
const SIGN_INS_AT_ONCE = 20;

/** Asked between two steps: throws to stop, and what is left is gone on with later. */
export type MayGoOn = () => void;

/** A table, its key, and the column that says whose its rows are. */
type Owned = {
  [Name in keyof Database]: {
    readonly table: Name;
    readonly key: readonly (keyof Database[Name] & string)[];
    readonly column: keyof Database[Name] & string;
  };
}[keyof Database];

export type Rows = ReturnType<typeof createRows>;

/** Deletes, in short transactions, the rows of which one person or device may have millions. */
export function createRows(db: Db) {
  async function deleteSome({ table, key, column }: Owned, id: string | number, limit: number) {
    const names = sql.join(key.map((name) => sql.ref(name)));
    const some = sql`select ${names} from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${limit}`;
    const { numAffectedRows } = await db.write((tx) =>
      sql`delete from ${sql.table(table)} where (${names}) in (${some})`.execute(tx),
    );
    return { numDeletedRows: numAffectedRows ?? 0n };
  }

  const deleteAll = (owned: Owned, id: string | number, mayGoOn: MayGoOn, most?: number): Promise<void> =>
    deleteInSteps((limit) => {
      mayGoOn();
      return deleteSome(owned, id, limit);
    }, most);

  return {
    /** What was kept of a channel's values, and what was asked of it. */
    async ofChannel(channelId: string, mayGoOn: MayGoOn): Promise<void> {
      const series = db.read.selectFrom('series').select('id').where('channel_id', '=', channelId);
      for (const { id } of await series.execute()) {
        await deleteAll(
          { table: 'history', key: ['series_id', 'time', 'n'], column: 'series_id' },
          id,
          mayGoOn,
        );
        await deleteAll(
          { table: 'history_hours', key: ['series_id', 'hour'], column: 'series_id' },
          id,
          mayGoOn,
        );
      }
      await deleteAll({ table: 'commands', key: ['id'], column: 'channel_id' }, channelId, mayGoOn);
    },

    eventsOf: (userId: string, mayGoOn: MayGoOn): Promise<void> =>
      deleteAll({ table: 'user_events', key: ['user_id', 'n'], column: 'user_id' }, userId, mayGoOn),

    /** Sign-ins of a user, or all of a client. */
    signInsOf: (column: 'user_id' | 'client_id', id: string, mayGoOn: MayGoOn): Promise<void> =>
      deleteAll({ table: 'token_families', key: ['id'], column }, id, mayGoOn, SIGN_INS_AT_ONCE),

    /** The files go with the next sweep of those that belong to nobody. */
    uploadsOf: (ownerId: string, mayGoOn: MayGoOn): Promise<void> =>
      deleteAll({ table: 'uploads', key: ['id', 'owner_id'], column: 'owner_id' }, ownerId, mayGoOn),

    grantsOf: (granteeId: string, mayGoOn: MayGoOn): Promise<void> =>
      deleteAll(
        { table: 'grants', key: ['channel_id', 'grantee_id', 'role'], column: 'grantee_id' },
        granteeId,
        mayGoOn,
      ),
  };
}
