import { resources } from '@azulejo/contract';
import type { Feature } from '../../core/feature.ts';
import { cardHandlers } from './legacy-lists-routes.ts';

/** Lists that the phone apps request and that are always empty here. */
export function legacyListsFeature() {
  return {
    api: {},
    routes({ serve }) {
      serve(resources.cards, cardHandlers());
    },
  } satisfies Feature;
}
