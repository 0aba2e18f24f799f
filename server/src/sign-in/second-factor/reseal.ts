import type { Db } from '../../database/index.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { SEALED_FOR } from './rows.ts';

const PAGE_SIZE = 200;

/** Creates the function that seals all secrets with the newest key, page by page. Returns how many. */
export const createReseal =
  ({ db, keyring }: { db: Db; keyring: Keyring }) =>
  async (): Promise<number> => {
    let count = 0;
    let last = '';
    for (let page = await readPage(db, last); page.length > 0; page = await readPage(db, last)) {
      for (const { user_id: userId, sealed: before } of page) {
        last = userId;
        if (!(await keyring.needsReseal(before))) continue;
        const text = await keyring.unseal(before, SEALED_FOR);
        if (text === undefined) continue;
        const sealed = await keyring.seal(text, SEALED_FOR);
        await db.write((tx) =>
          tx
            .updateTable('second_factors')
            .set({ sealed })
            .where('user_id', '=', userId)
            .where('sealed', '=', before)
            .execute(),
        );
        count += 1;
      }
    }
    return count;
  };

const readPage = (db: Db, last: string) =>
  db.read
    .selectFrom('second_factors')
    .select(['user_id', 'sealed'])
    .where('user_id', '>', last)
    .orderBy('user_id')
    .limit(PAGE_SIZE)
    .execute();
