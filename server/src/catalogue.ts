import { loadTemplates } from '@azulejo/catalog';
import type { Features } from './features.ts';

/** Brings the catalogue's templates into the database: new versions beside the old ones, which channels keep. */
export const importCatalogue = async ({ templates }: Pick<Features, 'templates'>) =>
  templates.import(await loadTemplates(), { areTrusted: true });
