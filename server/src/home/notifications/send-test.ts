import type { Db } from '../../database/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import { createBrowserReads } from './browsers.ts';
import type { I18nFor } from './i18n-for.ts';
import type { Queue } from './outbox/index.ts';
import type { Recipients } from './recipients.ts';
import { DEFAULTS } from './settings.ts';
import { testText } from './texts.ts';

type Dependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly recipients: Recipients;
  readonly i18nFor: I18nFor;
};

/** The recipient: one browser, the confirmed address, or all browsers. */
export type TestTargets = { readonly browserId: string | undefined; readonly mail: boolean };

const TESTS_PER_HOUR = 20;

/** Returns a function that sends a test notification, and returns to how many targets. */
export function createSendTest({ db, clock, queue, recipients, i18nFor }: Dependencies) {
  const limit = createRateLimit('notifications', TESTS_PER_HOUR, { windowSeconds: 3600, clock });
  const { ofUser } = createBrowserReads(db);

  /** Throws `invalid_request` when no mail can be sent to the person. */
  async function requireMail(userId: string): Promise<void> {
    const { state } = (await recipients.get(userId)).mail;
    if (state === 'no_server') throw invalidField('mail', 'needs a mail server, and this platform has none');
    if (state === 'unconfirmed') throw invalidField('mail', 'needs a confirmed e-mail address');
  }

  /** Throws `not_found` for an unknown browser, `invalid_request` without a way for mail, or `too_many_requests`. */
  return async (userId: string, { browserId, mail }: TestTargets): Promise<number> => {
    const all = (await ofUser.all({ userId })).map(({ id }) => id);
    if (browserId !== undefined && !all.includes(browserId)) throw new ApiError('not_found');
    if (mail) await requireMail(userId);
    limit.take(userId);
    const browserIds = mail ? [] : browserId === undefined ? all : [browserId];
    const message = {
      ...testText(await i18nFor(userId)),
      userId,
      kind: 'test' as const,
      isUrgent: false,
      tag: newId().slice(0, 32),
    };
    const { stored } = await db.write((tx) => queue.addIn(tx, message, { browserIds, mail }, DEFAULTS));
    return stored;
  };
}
