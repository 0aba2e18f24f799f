import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { emailKey, type User } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AccountMails } from '../../sign-in/account-mails/index.ts';
import type { Removal } from '../deletion/index.ts';

const DAY_MS = 24 * 3600 * 1000;
const PAGE_SIZE = 50;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  removal: Removal;
  accountMails: AccountMails;
  /** How many days a request can be taken back. */
  deleteAccountAfterDays: number;
};

export type Deletion = ReturnType<typeof createDeletion>;

/** Deletes accounts whose owners asked for it, after a period in which they can cancel it. */
export function createDeletion(dependencies: Dependencies) {
  const { db, clock, audit, removal, accountMails, deleteAccountAfterDays: days } = dependencies;

  return {
    days,

    /** Returns when the account is deleted; undefined unless that was requested. */
    async due(userId: string): Promise<number | undefined> {
      const requests = db.read.selectFrom('deletion_requests').select('due').where('user_id', '=', userId);
      return (await requests.executeTakeFirst())?.due;
    },

    /**
     * Stores the request with what `alsoIn` changes, and returns when the account is deleted. A repeated request is
     * not stored.
     */
    async request(
      user: User,
      email: string,
      by: By & { address: string },
      alsoIn: (tx: Transaction) => Promise<unknown>,
    ): Promise<number> {
      const key = emailKey(user.email);
      if (key === undefined || emailKey(email) !== key) throw invalidField('email', 'is not your e-mail');
      const now = clock.now();
      const row = { user_id: user.id, requested: now, due: now + days * DAY_MS };
      return db.write(async (tx) => {
        await alsoIn(tx);
        const stored = await tx
          .insertInto('deletion_requests')
          .values(row)
          .onConflict((conflict) => conflict.column('user_id').doNothing())
          .returning('due')
          .executeTakeFirst();
        if (!stored) return dueIn(tx, user.id);
        const mail = { client_id: user.clientId, email_key: key, address: by.address };
        await accountMails.addIn(tx, { ...mail, kind: 'deletion-requested' });
        await audit.record(tx, { action: 'user.deletion.request', ...by, targetId: user.id });
        return row.due;
      });
    },

    /** Cancels the request. */
    keep: (userId: string, by: By): Promise<void> =>
      db.write(async (tx) => {
        const kept = await tx
          .deleteFrom('deletion_requests')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        if (kept.numDeletedRows > 0n)
          await audit.record(tx, { action: 'user.deletion.keep', ...by, targetId: userId });
      }),

    ...createRun({ db, clock, removal }),
  };
}

async function dueIn(tx: Transaction, userId: string): Promise<number> {
  const requests = tx.selectFrom('deletion_requests').select('due').where('user_id', '=', userId);
  return (await requests.executeTakeFirstOrThrow()).due;
}

/** Uses a due request up. Throws `not_found` when it was taken back. */
async function takeDue(tx: Transaction, userId: string, now: number): Promise<void> {
  const taken = await tx
    .deleteFrom('deletion_requests')
    .where('user_id', '=', userId)
    .where('due', '<=', now)
    .returning('user_id')
    .executeTakeFirst();
  if (!taken) throw new ApiError('not_found');
}

type Request = { readonly due: number; readonly userId: string };

/**
 * Creates the job that removes the accounts whose grace period has ended. Their data is deleted by the
 * next sweep (`admin/deletion/`). An account that cannot be removed does not stop the others; the first failure is
 * thrown at the end.
 */
function createRun({ db, clock, removal }: Pick<Dependencies, 'db' | 'clock' | 'removal'>) {
  async function remove(userId: string): Promise<void> {
    try {
      await removal.user(userId, { actorId: userId }, (tx) => takeDue(tx, userId, clock.now()));
    } catch (error) {
      // The user has kept the account by now, or an operator has removed it.
      if (!(error instanceof ApiError && error.kind === 'not_found')) throw error;
    }
  }

  const dueAfter = (last: Request, now: number): Promise<Request[]> =>
    db.read
      .selectFrom('deletion_requests')
      .select(['due', 'user_id as userId'])
      .where('due', '<=', now)
      .where((eb) => eb(eb.refTuple('due', 'user_id'), '>', eb.tuple(last.due, last.userId)))
      .orderBy('due')
      .orderBy('user_id')
      .limit(PAGE_SIZE)
      .execute();

  let isStopping = false;
  async function run(): Promise<void> {
    let failure: { error: unknown } | undefined;
    const now = clock.now();
    for (let last: Request | undefined = { due: 0, userId: '' }; last !== undefined; ) {
      const page: Request[] = await dueAfter(last, now);
      for (const { userId } of page) {
        if (isStopping) return;
        await remove(userId).catch((error: unknown) => {
          failure ??= { error };
        });
      }
      last = page.at(-1);
    }
    if (failure) throw failure.error;
  }

  return {
    run,
    /** Ends a run before the next account. */
    interrupt: () => {
      isStopping = true;
    },
  };
}
