import { resources } from '@azulejo/contract';
import type { Feature } from '../../core/feature.ts';
import { unsupportedHandlers } from './unsupported-routes.ts';

/** Answers the requests of phone apps for features that the platform does not have. */
export function unsupportedFeature() {
  return {
    api: {},
    routes({ serve }) {
      serve(resources.unsupported, unsupportedHandlers());
    },
  } satisfies Feature;
}
