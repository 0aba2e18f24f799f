import type { Db } from '../../../database/index.ts';

const BATCH_SIZE = 200;

/** Deletes the incidents that ended before `end`, in short transactions. */
export async function pruneIncidents(db: Db, end: number): Promise<void> {
  for (;;) {
    const rows = await db.read
      .selectFrom('notification_incidents')
      .select(['user_id', 'channel_id', 'component_id', 'property_id'])
      .where('ended', '<', end)
      .limit(BATCH_SIZE)
      .execute();
    if (rows.length === 0) return;
    await db.write(async (tx) => {
      for (const row of rows)
        await tx
          .deleteFrom('notification_incidents')
          .where((eb) => eb.and(row))
          .where('ended', '<', end)
          .execute();
    });
  }
}
