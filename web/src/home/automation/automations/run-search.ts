export type RunSearch = {
  /** Id of the run that is shown on the page of its automation. */
  readonly run?: string;
};

/** Reads the run from the address. */
export const readRunSearch = ({ run }: Readonly<Record<string, unknown>>): RunSearch => ({
  run: typeof run === 'string' && run !== '' ? run : undefined,
});
