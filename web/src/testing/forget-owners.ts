import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/**
 * Makes React leave out where each element was created, as it does by itself beyond 10,000 elements a second
 * (`react-jsx-runtime.development.js`). Only warnings name these places, and recording them takes a fifth of the
 * tests' processor time. Another version of React without this counter would record them again.
 */
export function forgetOwners(): void {
  const internals: unknown = Reflect.get(React, INTERNALS);
  if (typeof internals !== 'object' || internals === null) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });
}
