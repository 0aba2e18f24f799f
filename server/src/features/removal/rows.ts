import type { Db } from '../../database/index.ts';
import { deleteInSteps } from '../../platform/in-steps.ts';

/** A sign-in takes its tokens along, of which there may be a hundred. */
const SIGN_INS_AT_ONCE = 20;

/** Asked between two steps: throws to stop, and what is left is gone on with later. */
export type MayGoOn = () => void;

export type Rows = ReturnType<typeof createRows>;

/** Deletes, in short transactions, the rows of which one person or device may have millions. */
export function createRows(db: Db) {
  const steps = (mayGoOn: MayGoOn, deleteSome: Parameters<typeof deleteInSteps>[0]) =>
    deleteInSteps((limit) => {
      mayGoOn();
      return deleteSome(limit);
    });

  return {
    /** What was kept of a channel's values, and what was asked of it. */
    async ofChannel(channelId: string, mayGoOn: MayGoOn): Promise<void> {
      const series = db.read.selectFrom('series').select('id').where('channel_id', '=', channelId);
      for (const { id } of await series.execute()) {
        await steps(mayGoOn, (limit) =>
          db.write((tx) => {
            const due = tx.selectFrom('history').select(['series_id', 'time', 'n']);
            const some = due.where('series_id', '=', id).limit(limit).$asTuple('series_id', 'time', 'n');
            return tx
              .deleteFrom('history')
              .where((eb) => eb(eb.refTuple('series_id', 'time', 'n'), 'in', some))
              .executeTakeFirstOrThrow();
          }),
        );
        await steps(mayGoOn, (limit) =>
          db.write((tx) => {
            const due = tx.selectFrom('history_hours').select(['series_id', 'hour']);
            const some = due.where('series_id', '=', id).limit(limit).$asTuple('series_id', 'hour');
            return tx
              .deleteFrom('history_hours')
              .where((eb) => eb(eb.refTuple('series_id', 'hour'), 'in', some))
              .executeTakeFirstOrThrow();
          }),
        );
      }
      await steps(mayGoOn, (limit) =>
        db.write((tx) => {
          const due = tx.selectFrom('commands').select('id').where('channel_id', '=', channelId).limit(limit);
          return tx.deleteFrom('commands').where('id', 'in', due).executeTakeFirstOrThrow();
        }),
      );
    },

    eventsOf: (userId: string, mayGoOn: MayGoOn): Promise<void> =>
      steps(mayGoOn, (limit) =>
        db.write((tx) => {
          const due = tx.selectFrom('user_events').select(['user_id', 'n']);
          const some = due.where('user_id', '=', userId).limit(limit).$asTuple('user_id', 'n');
          return tx
            .deleteFrom('user_events')
            .where((eb) => eb(eb.refTuple('user_id', 'n'), 'in', some))
            .executeTakeFirstOrThrow();
        }),
      ),

    /** Sign-ins of a user, or all of a client. */
    async signInsOf(column: 'user_id' | 'client_id', id: string, mayGoOn: MayGoOn): Promise<void> {
      for (let deleted = SIGN_INS_AT_ONCE; deleted === SIGN_INS_AT_ONCE; ) {
        mayGoOn();
        const result = await db.write((tx) => {
          const some = tx.selectFrom('token_families').select('id').where(column, '=', id);
          return tx
            .deleteFrom('token_families')
            .where('id', 'in', some.limit(SIGN_INS_AT_ONCE))
            .executeTakeFirstOrThrow();
        });
        deleted = Number(result.numDeletedRows);
      }
    },

    /** The files go with the next sweep of those that belong to nobody. */
    uploadsOf: (ownerId: string, mayGoOn: MayGoOn): Promise<void> =>
      steps(mayGoOn, (limit) =>
        db.write((tx) => {
          const due = tx.selectFrom('uploads').select(['id', 'owner_id']);
          const some = due.where('owner_id', '=', ownerId).limit(limit).$asTuple('id', 'owner_id');
          return tx
            .deleteFrom('uploads')
            .where((eb) => eb(eb.refTuple('id', 'owner_id'), 'in', some))
            .executeTakeFirstOrThrow();
        }),
      ),

    grantsOf: (granteeId: string, mayGoOn: MayGoOn): Promise<void> =>
      steps(mayGoOn, (limit) =>
        db.write((tx) => {
          const due = tx.selectFrom('grants').select(['channel_id', 'grantee_id', 'role']);
          const some = due
            .where('grantee_id', '=', granteeId)
            .limit(limit)
            .$asTuple('channel_id', 'grantee_id', 'role');
          return tx
            .deleteFrom('grants')
            .where((eb) => eb(eb.refTuple('channel_id', 'grantee_id', 'role'), 'in', some))
            .executeTakeFirstOrThrow();
        }),
      ),
  };
}
