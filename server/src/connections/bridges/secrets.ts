import type { Db } from '../../database/index.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { BridgeSecrets } from './bridge.ts';

const CONTEXT = 'bridge';
/** Maximum number of bridges whose secrets are tried or sealed again: more than a platform may have. */
const LIMIT = 100;

export const sealSecrets = (keyring: Keyring, secrets: BridgeSecrets): Promise<string> =>
  keyring.seal(JSON.stringify(secrets), CONTEXT);

const readSealed = (db: Db) =>
  db.read
    .selectFrom('bridges')
    .select(['manager_id as id', 'sealed'])
    .orderBy('manager_id')
    .limit(LIMIT)
    .execute();

/** Opens the secrets of bridges, and seals them with newer keys. */
export function createSecrets({ db, keyring }: { db: Db; keyring: Keyring }) {
  return {
    /** Returns undefined when the bridge is gone, or the key that sealed them. */
    async openSecrets(id: string): Promise<BridgeSecrets | undefined> {
      const row = await db.read
        .selectFrom('bridges')
        .select('sealed')
        .where('manager_id', '=', id)
        .executeTakeFirst();
      const text = row && (await keyring.unseal(row.sealed, CONTEXT));
      return text === undefined ? undefined : (JSON.parse(text) as BridgeSecrets);
    },

    /** Seals all secrets with the newest key. Returns how many. */
    async reseal(): Promise<number> {
      let count = 0;
      for (const { id, sealed: before } of await readSealed(db)) {
        if (!(await keyring.needsReseal(before))) continue;
        const text = await keyring.unseal(before, CONTEXT);
        if (text === undefined) continue;
        const sealed = await keyring.seal(text, CONTEXT);
        await db.write((tx) =>
          tx
            .updateTable('bridges')
            .set({ sealed })
            .where('manager_id', '=', id)
            .where('sealed', '=', before)
            .execute(),
        );
        count += 1;
      }
      return count;
    },
  };
}

/** Returns how many bridges have secrets that no key opens. */
export async function countLostSecrets(db: Db, keyring: Keyring): Promise<number> {
  let count = 0;
  for (const { sealed } of await readSealed(db))
    if ((await keyring.unseal(sealed, CONTEXT)) === undefined) count += 1;
  return count;
}
