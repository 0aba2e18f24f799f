import type { Insertable } from 'kysely';
import type { Audit, By } from '../../core/audit/index.ts';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Database, Db, Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { hashSecret, newToken, parseToken } from '../../platform/random-token.ts';
import type { SignInLimits } from '../../platform/sign-in-limits.ts';
import { type Account, checkPortalPassword, toAccount } from './account.ts';
import type { Accounts } from './accounts.ts';
import type { SecondFactor } from './second-factor.ts';

const LIFETIME_MS = 24 * 3600 * 1000;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  accounts: Accounts;
  secondFactor: SecondFactor;
  limits: SignInLimits;
  /** The base URL of the pages. */
  url: string;
};

export type PasswordLinks = ReturnType<typeof createPasswordLinks>;

/** Manages links that set a new password. An account has one at most; each works once, for a day. */
export function createPasswordLinks(dependencies: Dependencies) {
  const { db, clock, audit, passwords, accounts, secondFactor, limits, url } = dependencies;
  const byToken = prepareByToken(db);

  /**
   * Returns the account of a link. Throws `not_found`; wrong guesses are counted, and too many cause
   * `too_many_requests`.
   */
  async function find(token: string, address: string): Promise<Account & { resetsSecondFactor: boolean }> {
    const row =
      parseToken('azp', token) === undefined
        ? undefined
        : await byToken.get({ hash: hashSecret(token), now: clock.now() });
    if (row) return { ...toAccount(row), resetsSecondFactor: row.resets_second_factor === 1 };
    await limits.failedToken(address);
    throw gone();
  }

  return {
    find,

    /** Creates a link and replaces an earlier one. Throws `not_found`. */
    async make(accountId: string, by: By, { resetsSecondFactor }: { resetsSecondFactor: boolean }) {
      const token = newToken('azp');
      const created = clock.now();
      const row = {
        token_hash: hashSecret(token),
        resets_second_factor: resetsSecondFactor ? 1 : 0,
        created,
        expires: created + LIFETIME_MS,
      };
      await db.write(async (tx) => {
        await accounts.getIn(tx, accountId);
        await saveIn(tx, accountId, row);
        const detail = resetsSecondFactor ? 'and the second factor' : undefined;
        await audit.record(tx, { action: 'portal.account.reset-link', ...by, targetId: accountId, detail });
      });
      return { link: `${url}/portal/new-password#${token}`, expires: row.expires };
    },

    /** Sets the password. Throws `not_found`, `weak_password` saying why, or `too_many_requests`. */
    async use(token: string, password: string, address: string): Promise<void> {
      const owner = await find(token, address);
      await checkPortalPassword(password, owner);
      const passwordHash = await passwords.hash(password, { address });
      await db.write(async (tx) => {
        await useIn(tx, token, clock.now());
        await accounts.setPasswordIn(tx, owner.id, passwordHash);
        if (owner.resetsSecondFactor) await secondFactor.clearIn(tx, owner.id);
        const entry = { actorId: owner.id, targetId: owner.id, address, detail: 'by a link' };
        await audit.record(tx, { action: 'portal.account.password', ...entry });
      });
    },

    prune: (): Promise<void> =>
      deleteUntil(db, { table: 'portal_password_links', key: ['token_hash'], time: 'expires' }, clock.now()),
  };
}

const gone = () => new ApiError('not_found', { detail: 'This link was used, replaced, or has expired.' });

const prepareByToken = (db: Db) =>
  db.prepare<{ hash: string; now: number }>()((kysely, p) =>
    kysely
      .selectFrom('portal_password_links as l')
      .innerJoin('portal_accounts as a', 'a.id', 'l.account_id')
      .selectAll('a')
      .select('l.resets_second_factor')
      .where('l.token_hash', '=', p('hash'))
      .where('l.expires', '>', p('now'))
      .where('a.state', '=', 'enabled'),
  );

type LinkRow = Omit<Insertable<Database['portal_password_links']>, 'account_id'>;

async function saveIn(tx: Transaction, accountId: string, row: LinkRow): Promise<void> {
  await tx
    .insertInto('portal_password_links')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}

/** Uses the link up. Throws `not_found` when it is no longer valid. */
async function useIn(tx: Transaction, token: string, now: number): Promise<void> {
  const used = await tx
    .deleteFrom('portal_password_links')
    .where('token_hash', '=', hashSecret(token))
    .where('expires', '>', now)
    .returning('account_id')
    .executeTakeFirst();
  if (!used) throw gone();
}
