/** The filters of the home page, in the order of its chips. */
const filters = ['lights', 'security', 'climate', 'energy', 'batteries', 'unreachable'] as const;
export type Filter = (typeof filters)[number];

/** The search parameters of the home page: the search text, empty while nothing was typed, and the filter. */
export type TilesSearch = { find?: string; show?: Filter };

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : undefined;

export const readTilesSearch = ({ find, show }: Record<string, unknown>): TilesSearch => ({
  find: textOf(find),
  show: filters.find((filter) => filter === show),
});
