import { contextTemplate, loadTemplates, readDigest } from '@azulejo/catalog';
import type { Db } from '../database/index.ts';
import { readSetting, writeSetting } from '../database/settings.ts';
import type { Features } from './features.ts';

/** The setting with the digest of the catalogue in this database. */
const DIGEST = 'catalogue_digest';

/**
 * Imports the catalogue's templates: new versions are added to the old ones, which channels still use. A
 * start that finds the same catalogue as the previous start parses none of it, which saves a tenth of its
 * time and memory.
 */
export async function importCatalogue({ templates }: Pick<Features, 'templates'>, db: Db): Promise<void> {
  const value = await readDigest();
  if ((await readSetting(db.read, DIGEST)) === value) return;
  await templates.import([...(await loadTemplates()), contextTemplate], { areTrusted: true });
  await db.write((tx) => writeSetting(tx, DIGEST, value));
}
