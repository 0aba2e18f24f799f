import { readdir } from 'node:fs/promises';
import { loadSchemas, picturesFolder } from '@azulejo/catalog';
import { memoizeAsync } from '../../platform/memoize-async.ts';

/** The schemas and pictures that the platform serves, to which a template may refer. */
export type Served = {
  readonly schemas: Readonly<Record<string, Record<string, unknown>>>;
  readonly pictures: ReadonlySet<string>;
};

const kept = memoizeAsync(
  async (_served: 'served'): Promise<Served> => ({
    schemas: await loadSchemas(),
    pictures: new Set((await readdir(picturesFolder)).filter((name) => name.endsWith('.png')).toSorted()),
  }),
);

export const loadServed = (): Promise<Served> => kept('served');

export const isUrl = (picture: string): boolean => /^https?:\/\//.test(picture);
