import { resources } from '@azulejo/contract';
import type { Feature } from '../../core/feature.ts';
import { Problem } from '../../platform/problem.ts';

const refuse = (): never => {
  throw new Problem('not_built', { detail: 'Bridges cannot be connected yet.' });
};

/** Bridges that people connect themselves. */
export function bridgeOperationsFeature() {
  return {
    api: {},
    routes({ serve }) {
      serve(resources.bridges, {
        list: refuse,
        check: refuse,
        create: refuse,
        get: refuse,
        remove: refuse,
        devices: refuse,
        addDevices: refuse,
      });
    },
  } satisfies Feature;
}
