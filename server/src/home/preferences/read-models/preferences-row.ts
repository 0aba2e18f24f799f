import type { Db, Transaction } from '../../../database/index.ts';
import { SETTING_COLUMNS } from '../../../identity/homes/index.ts';

/** Selects a person's preferences with the person's own home, whose settings are a part of them. */
const selectRow = (from: Db['read'] | Transaction) =>
  from
    .selectFrom('users')
    .leftJoin('homes', 'homes.id', 'users.home_id')
    .leftJoin('user_preferences', 'user_preferences.user_id', 'users.id')
    .select(['homes.id as homeId', ...SETTING_COLUMNS.map((name) => `homes.${name}` as const)])
    .select([
      'user_preferences.preferences_json',
      'user_preferences.legacy_json',
      'user_preferences.location_sharing',
      'user_preferences.phone_timezone',
      'user_preferences.revision',
    ]);

export type PreferencesRow = NonNullable<Awaited<ReturnType<typeof preferencesRowIn>>>;

export const preparePreferencesRow = (db: Db) =>
  db.prepare<{ userId: string }>()((kysely, p) => selectRow(kysely).where('users.id', '=', p('userId')));

/** Does the same in a transaction. */
export const preferencesRowIn = (tx: Transaction, userId: string) =>
  selectRow(tx).where('users.id', '=', userId).executeTakeFirst();
