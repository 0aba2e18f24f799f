import type { Db } from '../../../database/index.ts';

/** Prepares the look-up of a person: the address and state of the account, and what is stored here. */
export const prepareRecipient = (db: Db) =>
  db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('users')
      .leftJoin('notification_recipients', 'notification_recipients.user_id', 'users.id')
      .select([
        'users.email',
        'users.state',
        'notification_recipients.settings_json as settings',
        'notification_recipients.is_active as isActive',
        'notification_recipients.mail_address as mailAddress',
      ])
      .where('users.id', '=', p('userId')),
  );
