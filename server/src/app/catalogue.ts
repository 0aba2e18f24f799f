import { contextTemplate, expandTemplates, loadTemplates, readDigest } from '@azulejo/catalog';
import type { Db } from '../database/index.ts';
import { readSetting, writeSetting } from '../database/settings.ts';
import type { Features } from './features.ts';

/** The setting with the digest of the catalogue in this database. */
const DIGEST = 'catalogue_digest';

/**
 * Imports the templates of models that people can add as virtual devices, and of models whose templates are
 * stored already: new versions are added to the old ones, which channels still use. A start that finds the
 * same catalogue as the previous start reads none of it, which saves a tenth of its time and memory.
 */
export async function importCatalogue({ templates }: Pick<Features, 'templates'>, db: Db): Promise<void> {
  const value = await readDigest();
  if ((await readSetting(db.read, DIGEST)) === value) return;
  const offered = await loadTemplates();
  const known = new Set(offered.map(({ id }) => id));
  const others = (await templates.storedIds()).filter((id) => !known.has(id));
  const stored = await expandTemplates(others);
  await templates.import([...offered, ...stored, contextTemplate], { areTrusted: true });
  await db.write((tx) => writeSetting(tx, DIGEST, value));
}
