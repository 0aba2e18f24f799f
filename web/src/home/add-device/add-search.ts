/** As many as are found at once. */
const MAX_ADDED = 50;

export type AddSearch = {
  /** The kind of device that was chosen. */
  template?: string;
  /** One comes back from its maker's page. */
  found?: true;
  /** The channels that were added, so that going back shows them and asks for nothing twice. */
  added?: readonly string[];
};

const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, MAX_ADDED) : [];

export const readAddSearch = ({ template, found, added }: Record<string, unknown>): AddSearch => ({
  ...(typeof template === 'string' && { template }),
  ...(found === true && { found }),
  ...(idsOf(added).length > 0 && { added: idsOf(added) }),
});
