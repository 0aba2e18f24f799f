import type { Feature, Platform } from '../../core/feature.ts';
import { createHomeRecords } from './home-records.ts';

/** Stores homes, each of one person. */
export function homesFeature({ db, clock }: Platform) {
  return { api: { homeRecords: createHomeRecords({ db, clock }) } } satisfies Feature;
}
