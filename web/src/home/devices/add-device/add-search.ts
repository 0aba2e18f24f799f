/** Maximum number of devices found at once. */
const MAX_ADDED = 50;

export type AddSearch = {
  /** The chosen kind of device. */
  template?: string;
  /** Set when the person comes back from the maker's page. */
  found?: true;
  /** The channels that were added, so that going back shows them and does not add them again. */
  added?: readonly string[];
};

const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, MAX_ADDED) : [];

/** Reads the search parameters. Invalid ones become undefined: the router would keep those that are left out. */
export const readAddSearch = ({ template, found, added }: Record<string, unknown>): AddSearch => ({
  template: typeof template === 'string' ? template : undefined,
  found: found === true ? found : undefined,
  added: idsOf(added).length > 0 ? idsOf(added) : undefined,
});
