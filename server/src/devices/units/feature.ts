import { resources } from '@azulejo/contract';
import type { Feature } from '../../core/feature.ts';
import { unitHandlers } from './units-routes.ts';

/** The table of units. */
export function unitsFeature() {
  return {
    api: {},
    routes: ({ serve }) => serve(resources.units, unitHandlers()),
  } satisfies Feature;
}
