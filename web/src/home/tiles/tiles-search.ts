/** The search parameters of the tiles: the only area to show, and the search text. */
export type TilesSearch = { area?: string | undefined; find?: string | undefined };

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : undefined;

export const readTilesSearch = ({ area, find }: Record<string, unknown>): TilesSearch => ({
  area: textOf(area),
  find: textOf(find),
});
