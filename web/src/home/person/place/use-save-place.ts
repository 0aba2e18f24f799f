import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../data/session/session.ts';
import { usePreferencesStore } from '../preferences/preferences-store.ts';

type NewPlace = {
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string;
  /** The time zone to choose; null for that of the place. Without it the choice stays as it is. */
  readonly zone?: string | null;
};

/** Stores where the home is. */
export function useSavePlace(onSaved: () => void) {
  const { client } = useSession();
  const queries = useQueryClient();
  const preferences = usePreferencesStore();
  return useMutation({
    mutationFn: async ({ zone, ...position }: NewPlace) => {
      await client.places.update({ user_id: 'me', place_id: 'home', ...position });
      if (zone !== undefined) await preferences.change({ home_timezone: zone });
    },
    onSuccess: async () => {
      // Much depends on it: times, who is at home, and the check of an automation that needs the sun.
      await queries.invalidateQueries();
      onSaved();
    },
  });
}
