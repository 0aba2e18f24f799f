import type { Channel } from '@azulejo/contract';
import { useEffect, useMemo, useState } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';

const ENERGY = /\.electricity\.(produced-)?energy$/;
const POWER = /\.electricity\.active-power$/;

/** Says what a device measures: a counter of energy, or only its power now. */
export type Measured = 'energy' | 'power' | undefined;

export function measuredBy({ properties }: Channel): Measured {
  const has = (pattern: RegExp) =>
    properties.some(({ classes }) => classes.some((name) => pattern.test(name)));
  return has(ENERGY) ? 'energy' : has(POWER) ? 'power' : undefined;
}

const KEY = 'azulejo.energy';

/**
 * Returns whether a device of the home measures energy or power. Before the devices are known it is what was so at the
 * last visit; undefined at the first one.
 */
export function useMeasuresEnergy(): boolean | undefined {
  const { channels, state } = useHome();
  const { signIn } = useSession();
  const [remembered] = useState(() => signIn.storage().getItem(KEY));
  const isKnown = channels.size > 0 || state === 'live';
  const measures = useMemo(
    () => (!isKnown ? undefined : channels.values().some((channel) => measuredBy(channel) !== undefined)),
    [channels, isKnown],
  );
  useEffect(() => {
    if (measures !== undefined) signIn.storage().setItem(KEY, String(measures));
  }, [measures, signIn]);
  return measures ?? (remembered === null ? undefined : remembered === 'true');
}

/** Forgets it at sign-out. */
export const forgetEnergy = (storage: Storage): void => storage.removeItem(KEY);
