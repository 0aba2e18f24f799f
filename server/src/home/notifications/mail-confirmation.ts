import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Db, Transaction } from '../../database/index.ts';
import { emailKey, type Users } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import { hashSecret } from '../../platform/random-token.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { I18nFor } from './i18n-for.ts';
import { codeMail } from './outbox/index.ts';
import { ensureRow, updateActivity } from './recipient-rows.ts';

type Dependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Users;
  /** Undefined when the platform has no mail server. */
  readonly mailer: () => Mailer | undefined;
  readonly url: string;
  readonly i18nFor: I18nFor;
};

const DIGITS = 6;
const VALID_MS = 30 * 60_000;
const MAX_FAILURES = 5;
const CODES_PER_HOUR = 5;

/**
 * Confirms the address of an account, which nobody checks at sign-up. Otherwise anyone could have texts of
 * their choice, such as the names of devices, sent to an address of somebody else.
 */
export function createMailConfirmation({ db, clock, users, mailer, url, i18nFor }: Dependencies) {
  const limit = createRateLimit('notifications', CODES_PER_HOUR, { windowSeconds: 3600, clock });

  return {
    /** Sends a code. Throws `invalid_request` without a mail server, `too_many_requests` or `unavailable`. */
    async send(userId: string): Promise<void> {
      const server = mailer();
      if (!server) throw invalidField('mail', 'needs a mail server, and this platform has none');
      limit.take(userId);
      const { email } = await users.get(userId);
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
      await db.write(async (tx) => {
        await ensureRow(tx, userId, clock.now());
        const code_expires = clock.now() + VALID_MS;
        await tx
          .updateTable('notification_recipients')
          .set({ code_hash: hashCode(userId, code), code_address: email, code_expires, code_failures: 0 })
          .where('user_id', '=', userId)
          .execute();
      });
      await server
        .send(codeMail(await i18nFor(userId), code, { address: email, url }))
        .catch((error: unknown) => {
          throw new ApiError('unavailable', {
            detail: 'The mail server did not accept the mail.',
            cause: error,
          });
        });
    },

    /**
     * Returns whether mail is the first way in which the person can be reached. Throws `invalid_request` for a
     * code that is wrong or has expired.
     */
    async confirm(userId: string, code: string): Promise<boolean> {
      const { email } = await users.get(userId);
      const outcome = await db.write(async (tx) => {
        const row = await ensureRow(tx, userId, clock.now());
        const isOfAddress = row.code_address !== null && emailKey(row.code_address) === emailKey(email);
        const isUsable = row.code_expires > clock.now() && row.code_failures < MAX_FAILURES && isOfAddress;
        const isRight = isUsable && isSame(row.code_hash ?? '', hashCode(userId, code.replaceAll(/\D/g, '')));
        await tx
          .updateTable('notification_recipients')
          .set(
            isRight
              ? { mail_address: email, code_hash: null, code_address: null, code_expires: 0 }
              : { code_failures: row.code_failures + 1 },
          )
          .where('user_id', '=', userId)
          .execute();
        return { isRight, begins: isRight && (await updateActivity(tx, userId, clock.now())) };
      });
      if (!outcome.isRight) throw invalidField('code', 'is wrong or has expired');
      return outcome.begins;
    },
  };
}

export type MailConfirmation = ReturnType<typeof createMailConfirmation>;

/**
 * Moves the confirmation, if there is one, to the address to which the account changes. Call it only when mail arrives
 * there: otherwise alarms by mail would end without notice.
 */
export async function moveConfirmationIn(
  tx: Transaction,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const row = await tx
    .selectFrom('notification_recipients')
    .select('mail_address')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const confirmed = row?.mail_address ?? undefined;
  if (confirmed === undefined || emailKey(confirmed) !== emailKey(from)) return;
  await tx
    .updateTable('notification_recipients')
    .set({ mail_address: to })
    .where('user_id', '=', userId)
    .execute();
}

const hashCode = (userId: string, code: string): string => hashSecret(`${userId}\n${code}`);

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
