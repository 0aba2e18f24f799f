import type { Context } from './context.ts';
import { compareRead, type Read } from './reads.ts';
import type { Figure } from './report.ts';

export const TILES: Read = { path: '/v3/legacy/users/me/tiles', withToken: true };
export const ME: Read = { path: '/v3/users/me', withToken: true };

/** Measures what apps read at every start, with a token. */
export async function hotReads(context: Context): Promise<Figure[]> {
  const bench = 'hot-reads';
  return [
    ...(await compareRead(context, TILES, { bench, name: 'GET tiles (10 KB)', atLeast: 0.55 })),
    ...(await compareRead(context, ME, { bench, name: 'GET users/me', atLeast: 0.55 })),
  ];
}

/** Measures the units table, which is the same for all and needs no token. */
export async function unitsTable(context: Context): Promise<Figure[]> {
  const bench = 'units-table';
  const read: Read = { path: '/units/units_table.json', withToken: false };
  return [
    ...(await compareRead(context, read, { bench, name: 'identity', atLeast: 0.7 })),
    ...(await compareRead(context, { ...read, encoding: 'br' }, { bench, name: 'br', atLeast: 0.7 })),
  ];
}
