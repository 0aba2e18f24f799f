import { loadModels } from '@azulejo/catalog';

/** Returns the ids of the templates of all models in the catalogue. */
export const loadCatalogueIds = async (): Promise<Pick<ReadonlySet<string>, 'has'>> =>
  (await loadModels()).positions;
