export type NewSearch = {
  /** The ready automation with which a new one begins. */
  readonly template?: string | undefined;
};

/** Reads what a new automation begins with from the address. */
export const readNewSearch = ({ template }: Readonly<Record<string, unknown>>): NewSearch => ({
  template: typeof template === 'string' && template !== '' ? template : undefined,
});
