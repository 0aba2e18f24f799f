import type { Address } from '@azulejo/sdk';

/** Names one property of the home; its parts may hold any character. */
export const keyOf = ({ channel, component, property }: Address): string =>
  JSON.stringify([channel, component, property]);
