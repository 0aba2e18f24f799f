import { sql } from 'kysely';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { hashSecret } from '../../platform/random-token.ts';
import { CREDENTIALS_CONTEXT } from './sealing.ts';
import type { Answer } from './steps/run-steps.ts';

/** The owner of credentials at a manager's maker. A person may have some for each kind of device. */
export type CredentialOwner = {
  readonly managerId: string;
  readonly applicationId: string;
  readonly userId: string;
};

export type Key = CredentialOwner & { readonly templateId: string };

/** A person has one record for each template of a manager. */
const MAX_RECORDS = 100;

export type Credentials = ReturnType<typeof createCredentials>;

/**
 * Stores what makers answered when people signed in there: the tokens, sealed, with a digest of the access
 * token by which a manager finds them again (managers 1.3).
 */
export function createCredentials({ db, clock, keyring }: { db: Db; clock: Clock; keyring: Keyring }) {
  const recordsOf = prepareRecords(db);

  const { toColumns, open } = createSealing({ clock, keyring });

  return {
    /** Stores the answer of the maker after a person signed in there. */
    async store({ managerId, applicationId, userId, templateId }: Key, accountId: string, answer: Answer) {
      const values = { account_client_id: accountId, ...(await toColumns(answer)) };
      const key = {
        manager_id: managerId,
        application_id: applicationId,
        user_id: userId,
        template_id: templateId,
      };
      await db.write((tx) =>
        tx
          .insertInto('linked_credentials')
          .values({ ...key, ...values })
          .onConflict((conflict) =>
            conflict.columns(['manager_id', 'application_id', 'user_id', 'template_id']).doUpdateSet(values),
          )
          .execute(),
      );
    },

    /** Returns under which account the token was given, whatever the template; undefined if it is unknown. */
    async accountOf(owner: CredentialOwner, accessToken: string): Promise<string | undefined> {
      const digest = digestOf(accessToken);
      const records = await recordsOf.all({ ...owner, limit: MAX_RECORDS });
      return records.find(({ tokenDigest }) => tokenDigest === digest)?.accountId;
    },

    /** Replaces the record if there is one. Returns how many were replaced. */
    async replace(key: Key, credentials: Answer): Promise<number> {
      const values = await toColumns(credentials);
      return db.write((tx) => update(tx, key, values));
    },

    /** Adds a new answer of the maker to the records that have this refresh token. */
    async renew(owner: CredentialOwner, refreshToken: string, answer: Answer): Promise<void> {
      for (const { templateId, sealed } of await recordsOf.all({ ...owner, limit: MAX_RECORDS })) {
        const before = await open(sealed);
        if (before?.['refresh_token'] !== refreshToken) continue;
        const values = await toColumns({ ...before, ...answer });
        await db.write((tx) => update(tx, { ...owner, templateId }, values, sealed));
      }
    },

    reseal: createResealCredentials(db, keyring),
  };
}

function createSealing({ clock, keyring }: { clock: Clock; keyring: Keyring }) {
  return {
    async toColumns(answer: Answer): Promise<Values> {
      return {
        sealed: await keyring.seal(JSON.stringify(answer), CREDENTIALS_CONTEXT),
        token_digest: digestOf(answer['access_token']),
        updated: clock.now(),
      };
    },

    async open(sealed: string): Promise<Answer | undefined> {
      const text = await keyring.unseal(sealed, CREDENTIALS_CONTEXT);
      return text === undefined ? undefined : (JSON.parse(text) as Answer);
    },
  };
}

const digestOf = (accessToken: unknown): string =>
  typeof accessToken === 'string' && accessToken !== '' ? hashSecret(accessToken) : '';

type Values = { sealed: string; token_digest: string; updated: number };

/** Changes the record. With `before`, only if it is still the one that was read (optimistic locking). */
async function update(tx: Transaction, key: Key, values: Values, before?: string): Promise<number> {
  const record = tx
    .updateTable('linked_credentials')
    .set(values)
    .where('manager_id', '=', key.managerId)
    .where('application_id', '=', key.applicationId)
    .where('user_id', '=', key.userId)
    .where('template_id', '=', key.templateId);
  const unchanged = before === undefined ? record : record.where('sealed', '=', before);
  const { numUpdatedRows } = await unchanged.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const prepareRecords = (db: Db) =>
  db.prepare<CredentialOwner & { limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('linked_credentials')
      .select([
        'template_id as templateId',
        'account_client_id as accountId',
        'token_digest as tokenDigest',
        'sealed',
      ])
      .where('manager_id', '=', p('managerId'))
      .where('application_id', '=', p('applicationId'))
      .where('user_id', '=', p('userId'))
      .orderBy('template_id')
      .limit(p('limit')),
  );

const PAGE_SIZE = 200;

/** Creates the function that seals all credentials with the newest key, page by page. Returns how many. */
const createResealCredentials = (db: Db, keyring: Keyring) => async (): Promise<number> => {
  let count = 0;
  let last: readonly string[] = ['', '', '', ''];
  for (let page = await readPage(db, last); page.length > 0; page = await readPage(db, last)) {
    for (const { sealed: before, ...key } of page) {
      last = Object.values(key);
      if (!(await keyring.needsReseal(before))) continue;
      const text = await keyring.unseal(before, CREDENTIALS_CONTEXT);
      if (text === undefined) continue;
      const sealed = await keyring.seal(text, CREDENTIALS_CONTEXT);
      await db.write((tx) =>
        tx
          .updateTable('linked_credentials')
          .set({ sealed })
          .where('manager_id', '=', key.manager_id)
          .where('application_id', '=', key.application_id)
          .where('user_id', '=', key.user_id)
          .where('template_id', '=', key.template_id)
          .where('sealed', '=', before)
          .execute(),
      );
      count += 1;
    }
  }
  return count;
};

const readPage = (db: Db, last: readonly string[]) =>
  db.read
    .selectFrom('linked_credentials')
    .select(['manager_id', 'application_id', 'user_id', 'template_id', 'sealed'])
    .where(sql<boolean>`(manager_id, application_id, user_id, template_id) > (${sql.join([...last])})`)
    .orderBy('manager_id')
    .orderBy('application_id')
    .orderBy('user_id')
    .orderBy('template_id')
    .limit(PAGE_SIZE)
    .execute();
