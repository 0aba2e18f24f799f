import type { Transaction } from '../../database/index.ts';
import { parseSettings } from './settings.ts';

/** Returns the row of the person, which is created at the first change. */
export async function ensureRow(tx: Transaction, userId: string, now: number) {
  const settings_json = JSON.stringify(parseSettings(undefined));
  await tx
    .insertInto('notification_recipients')
    .values({ user_id: userId, settings_json, devices_since: now, created: now, updated: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return tx
    .selectFrom('notification_recipients')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/**
 * Stores whether something can be sent to the person. Devices that were added while nothing could be are not
 * new afterwards. Returns whether something can be sent since now.
 */
export async function updateActivity(tx: Transaction, userId: string, now: number): Promise<boolean> {
  const { is_active, mail_address } = await ensureRow(tx, userId, now);
  const browser = await tx
    .selectFrom('notification_browsers')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  const isActive = browser !== undefined || mail_address !== null;
  const begins = isActive && is_active === 0;
  await tx
    .updateTable('notification_recipients')
    .set({ is_active: isActive ? 1 : 0, ...(begins ? { devices_since: now } : {}) })
    .where('user_id', '=', userId)
    .execute();
  return begins;
}
