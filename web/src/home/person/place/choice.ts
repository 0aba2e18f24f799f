import type { Position, Town } from './towns.ts';

/** Where the person says that the home is, and how they said it. */
export type Choice = Position & {
  readonly by: 'device' | 'town' | 'zone';
  /** The town itself, or the nearest one. */
  readonly town: Town;
  /** How far off the device may be, in metres. */
  readonly accuracy?: number;
};

export const choiceOfTown = (town: Town, by: 'town' | 'zone'): Choice => ({
  by,
  town,
  latitude: town.latitude,
  longitude: town.longitude,
});
