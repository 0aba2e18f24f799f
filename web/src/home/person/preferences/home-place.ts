import type { Place } from '@azulejo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Session, useSession } from '../../data/session/session.ts';

export const placesQuery = ({ client }: Session) =>
  queryOptions({ queryKey: ['places'], queryFn: () => client.places.list() });

export const homeTimeQuery = ({ client }: Session) =>
  queryOptions({ queryKey: ['home-time'], queryFn: () => client.homeTime.get({ user_id: 'me' }) });

export const homeQuery = ({ client }: Session) =>
  queryOptions({ queryKey: ['home'], queryFn: () => client.homes.get({ user_id: 'me' }) });

/** Returns the place of the home; null if it has no position, undefined while that is not known. */
export function useHomePlace(): Place | null | undefined {
  const { data } = useQuery(placesQuery(useSession()));
  if (data === undefined) return undefined;
  const home = data.places.find(({ id }) => id === 'home');
  // Phones send the origin of coordinates for an address that they did not find.
  return home && (home.latitude !== 0 || home.longitude !== 0) ? home : null;
}
