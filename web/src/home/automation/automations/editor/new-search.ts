export type NewSearch = {
  /** The ready automation with which a new one begins. */
  readonly template?: string;
  /** The device with which a new one begins: a channel id. */
  readonly device?: string;
};

/** Reads what a new automation begins with from the address. */
export const readNewSearch = ({ template, device }: Readonly<Record<string, unknown>>): NewSearch => ({
  template: idIn(template),
  device: idIn(device),
});

const idIn = (given: unknown): string | undefined =>
  typeof given === 'string' && given !== '' ? given : undefined;
