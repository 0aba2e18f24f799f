import type { Bridge } from '@azulejo/contract';
import { useQuery } from '@tanstack/react-query';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import { useArePreferencesKnown, usePreferencesDocument } from '../../person/preferences/use-preferences.ts';
import { bridgesQuery } from './bridges-query.ts';
import { countNew } from './seen-devices.ts';

export type NewDevices = { readonly bridge: Bridge; readonly count: number };

/** Returns the bridges that have found devices since the person last looked at them. */
export function useNewDevices(): readonly NewDevices[] {
  const { client } = useSession();
  const { state } = useHome();
  const preferences = usePreferencesDocument();
  const arePreferencesKnown = useArePreferencesKnown();
  // The home itself is loaded first.
  const bridges = useQuery({ ...bridgesQuery(client), enabled: state !== 'loading', retry: false });
  // Before, every device looks new.
  if (!arePreferencesKnown) return [];
  return (bridges.data?.bridges ?? [])
    .map((bridge) => ({ bridge, count: countNew(preferences, bridge) }))
    .filter(({ count }) => count > 0);
}
