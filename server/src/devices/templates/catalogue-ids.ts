import { loadTemplates } from '@azulejo/catalog';
import { memoizeAsync } from '../../platform/memoize-async.ts';

const kept = memoizeAsync(
  async (_catalogue: 'catalogue') =>
    new Set((await loadTemplates()).map(({ id }) => id)) as ReadonlySet<string>,
);

/** Ids of the templates that this release brings; read when first asked for. */
export const loadCatalogueIds = (): Promise<ReadonlySet<string>> => kept('catalogue');
