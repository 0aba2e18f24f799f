import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { CREDENTIALS_CONTEXT } from './sealing.ts';

const PAGE_SIZE = 200;

/** Creates the function that seals all credentials with the newest key, page by page. Returns how many. */
export const createResealCredentials = (db: Db, keyring: Keyring) => async (): Promise<number> => {
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
          .updateTable('maker_credentials')
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
    .selectFrom('maker_credentials')
    .select(['manager_id', 'application_id', 'user_id', 'template_id', 'sealed'])
    .where(sql<boolean>`(manager_id, application_id, user_id, template_id) > (${sql.join([...last])})`)
    .orderBy('manager_id')
    .orderBy('application_id')
    .orderBy('user_id')
    .orderBy('template_id')
    .limit(PAGE_SIZE)
    .execute();
