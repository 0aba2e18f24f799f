import { loadTemplates } from '@azulejo/catalog';
import { memoizeAsync } from '../../platform/memoize-async.ts';

const kept = memoizeAsync(
  async (_catalogue: 'catalogue') =>
    new Set((await loadTemplates()).map(({ id }) => id)) as ReadonlySet<string>,
);

/** Returns the ids of the templates that ship with this release; they are loaded at the first call. */
export const loadCatalogueIds = (): Promise<ReadonlySet<string>> => kept('catalogue');
