import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import { createValues } from './values.ts';
import { valueHandlers } from './values-routes.ts';

/** Stores the current values of channels. */
export function valuesFeature({ db, clock, templates }: Platform & { templates: Templates }) {
  const values = createValues({ db, clock });
  const { get, list } = resources.values;
  return {
    api: { values },
    routes: ({ serve }) => serve({ get, list }, valueHandlers(values, templates)),
  } satisfies Feature;
}
