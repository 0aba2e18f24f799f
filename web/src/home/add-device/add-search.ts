export type AddSearch = {
  /** The kind of device that was chosen. */
  template?: string;
  /** One comes back from its maker's page. */
  found?: true;
};

export const readAddSearch = ({ template, found }: Record<string, unknown>): AddSearch => ({
  ...(typeof template === 'string' && { template }),
  ...(found === true && { found }),
});
