import { resources } from '@azulejo/contract';
import type { Feature } from '../../core/feature.ts';
import { unitHandlers } from './units-routes.ts';

/** Serves the units table. */
export function unitsFeature() {
  return {
    api: {},
    routes: ({ serve }) => serve(resources.units, unitHandlers()),
  } satisfies Feature;
}
