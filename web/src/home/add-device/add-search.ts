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

export const readAddSearch = ({ template, found, added }: Record<string, unknown>): AddSearch => ({
  ...(typeof template === 'string' && { template }),
  ...(found === true && { found }),
  ...(idsOf(added).length > 0 && { added: idsOf(added) }),
});
