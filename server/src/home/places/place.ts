import type { Place } from '@azulejo/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';

/** The changes that a request makes to a place; undefined fields stay unchanged. */
export type PlaceChanges = {
  name?: string;
  address?: string | null;
  latitude?: number;
  longitude?: number;
  wifi?: Place['wifi'];
  radius?: number | null;
};

const BLANK = { address: '', latitude: 0, longitude: 0, wifi: [] };

/**
 * Known apps give these ids an icon, and do not let their names be changed (android-app 2.2, ios-app 2.2).
 */
const builtIn: readonly Place[] = [
  { id: 'home', name: 'Home', ...BLANK },
  { id: 'work', name: 'Work', ...BLANK },
  { id: 'gym', name: 'Gym', ...BLANK },
  { id: 'school', name: 'School', ...BLANK },
];

/** Returns one of the four built-in places, blank. */
export const builtInPlace = (id: string): Place | undefined => builtIn.find((place) => place.id === id);

/** Returns the four built-in places, then the others in stored order. */
export function withBuiltIn(stored: readonly Place[]): Place[] {
  const own = new Map(stored.map((place) => [place.id, place]));
  const four = builtIn.map((blank) => own.get(blank.id) ?? blank);
  return [...four, ...stored.filter(({ id }) => builtInPlace(id) === undefined)];
}

export function changed(
  place: Place,
  { name, address, latitude, longitude, wifi, radius = place.radius }: PlaceChanges,
): Place {
  return {
    id: place.id,
    name: builtInPlace(place.id)?.name ?? name?.trim() ?? place.name,
    address: address === undefined ? place.address : (address ?? ''),
    latitude: latitude ?? place.latitude,
    longitude: longitude ?? place.longitude,
    wifi: (wifi ?? place.wifi).map(({ ssid, bssid }) => ({ ssid, bssid })),
    ...withRadius(radius),
  };
}

/** Returns the radius only if it is set, because known apps do not know it. */
const withRadius = (radius: number | null | undefined) => (typeof radius === 'number' ? { radius } : {});

export const newPlace = (id: string, changes: PlaceChanges): Place =>
  changed({ id, name: '', ...BLANK }, changes);

/**
 * Returns whether the position is set. Known apps send the origin of coordinates, which is in the Atlantic,
 * for an address that they did not find.
 */
export const hasPosition = ({ latitude, longitude }: Place): boolean => latitude !== 0 || longitude !== 0;

type Row = Selectable<Database['places']>;

export const toPlace = (row: Row): Place => ({
  id: row.id,
  name: row.name,
  address: row.address,
  latitude: row.latitude,
  longitude: row.longitude,
  wifi: JSON.parse(row.wifi_json) as Place['wifi'],
  ...withRadius(row.radius),
});

export const toColumns = (place: Place) => ({
  name: place.name,
  address: place.address,
  latitude: place.latitude,
  longitude: place.longitude,
  wifi_json: JSON.stringify(place.wifi),
  radius: place.radius ?? null,
});
