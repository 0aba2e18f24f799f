import { contextTemplate, digestTemplates, loadTemplates } from '@azulejo/catalog';
import type { Db } from '../database/index.ts';
import type { Features } from './features.ts';

/** Of the catalogue that this database has. */
const DIGEST = 'catalogue_digest';

/**
 * Brings the catalogue's templates into the database: new versions beside the old ones, which channels keep. A start
 * that finds the same catalogue as the start before parses none of it, which is a tenth of its time and memory.
 */
export async function importCatalogue({ templates }: Pick<Features, 'templates'>, db: Db): Promise<void> {
  const value = await digestTemplates();
  const known = await db.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', DIGEST)
    .executeTakeFirst();
  if (known?.value === value) return;
  await templates.import([...(await loadTemplates()), contextTemplate], { areTrusted: true });
  await db.write((tx) =>
    tx
      .insertInto('settings')
      .values({ name: DIGEST, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  );
}
