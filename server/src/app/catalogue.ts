import { contextTemplate, expandTemplates, readDigest } from '@azulejo/catalog';
import type { Db } from '../database/index.ts';
import { readSetting, writeSetting } from '../database/settings.ts';
import type { Features } from './features.ts';

/** The setting with the digest of the catalogue in this database. */
const DIGEST = 'catalogue_digest';

/**
 * Imports the template of users' phones, and new versions of the catalogue's templates that are stored; channels
 * still use the old ones. All others stay in the catalogue until something is made from them. A start that finds
 * the same catalogue as the previous start does nothing.
 */
export async function importCatalogue({ templates }: Pick<Features, 'templates'>, db: Db): Promise<void> {
  const value = await readDigest();
  if ((await readSetting(db.read, DIGEST)) === value) return;
  const stored = await expandTemplates(await templates.storedIds());
  await templates.import([contextTemplate, ...stored], { areTrusted: true });
  await db.write((tx) => writeSetting(tx, DIGEST, value));
}
