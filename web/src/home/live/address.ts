import type { Address } from '@azulejo/sdk';

/** Returns a key for one property of the home; its parts may contain any character. */
export const keyOf = ({ channel, component, property }: Address): string =>
  JSON.stringify([channel, component, property]);
