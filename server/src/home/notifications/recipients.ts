import type { NotificationKind, NotificationSettings } from '@azulejo/contract';
import { toTimestamp } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import { emailKey } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PushKeys } from '../../platform/push/index.ts';
import { type BrowserSummary, createBrowserReads } from './browsers.ts';
import { prepareRecipient } from './read-models/recipient.ts';
import { ensureRow } from './recipient-rows.ts';
import { changeSettings, parseSettings, type SettingsChange, widenedKinds } from './settings.ts';

type Dependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly keys: () => Promise<PushKeys>;
  readonly sendsMail: boolean;
};

/** Reads people's settings, and whether something can be sent to them. */
export function createRecipients({ db, clock, keys, sendsMail }: Dependencies) {
  const recipient = prepareRecipient(db);
  const { ofUser: browsersOf } = createBrowserReads(db);

  async function find(userId: string) {
    const found = await recipient.get({ userId });
    if (!found) throw new ApiError('not_found');
    return found;
  }

  const isConfirmed = (email: string, confirmed: string | null) =>
    confirmed !== null && emailKey(email) === emailKey(confirmed);

  return {
    async get(userId: string): Promise<NotificationSettings> {
      const { email, settings, mailAddress } = await find(userId);
      const isOurs = isConfirmed(email, mailAddress);
      return {
        ...parseSettings(settings ?? undefined),
        public_key: (await keys()).publicKey,
        mail: { address: email, state: sendsMail ? (isOurs ? 'confirmed' : 'unconfirmed') : 'no_server' },
        browsers: (await browsersOf.all({ userId })).map(toBrowser),
      };
    },

    /**
     * Returns the kinds that include more than before. Throws `invalid_request` for a time zone that does not exist.
     */
    change: (userId: string, change: SettingsChange): Promise<ReadonlySet<NotificationKind>> =>
      db.write(async (tx) => {
        const row = await ensureRow(tx, userId, clock.now());
        const before = parseSettings(row.settings_json);
        const after = changeSettings(before, change);
        await tx
          .updateTable('notification_recipients')
          .set({ settings_json: JSON.stringify(after), updated: clock.now() })
          .where('user_id', '=', userId)
          .execute();
        return widenedKinds(before, after);
      }),
  };
}

export type Recipients = ReturnType<typeof createRecipients>;

export const toBrowser = ({ id, name, created, delivered, failing_since }: BrowserSummary) => ({
  id,
  name,
  since: toTimestamp(created),
  delivered: delivered === null ? null : toTimestamp(delivered),
  failing_since: failing_since === null ? null : toTimestamp(failing_since),
});
