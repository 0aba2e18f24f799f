import type { Channel } from '@azulejo/contract';
import { useMemo } from 'react';
import { useHome } from '../live/use-home.ts';

const ENERGY = /\.electricity\.(produced-)?energy$/;
const POWER = /\.electricity\.active-power$/;

/** Says what a device measures: a counter of energy, or only its power now. */
export type Measured = 'energy' | 'power' | undefined;

export function measuredBy({ properties }: Channel): Measured {
  const has = (pattern: RegExp) =>
    properties.some(({ classes }) => classes.some((name) => pattern.test(name)));
  return has(ENERGY) ? 'energy' : has(POWER) ? 'power' : undefined;
}

/** Returns whether a device of the home measures energy or power. */
export function useMeasuresEnergy(): boolean {
  const { channels } = useHome();
  return useMemo(() => channels.values().some((channel) => measuredBy(channel) !== undefined), [channels]);
}
