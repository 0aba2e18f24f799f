import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import { type Dependencies, ownAccountHandlers } from './own-account-routes.ts';
import { ownPasskeyHandlers, type PasskeyDependencies } from './own-passkeys-routes.ts';
import { ownSecondFactorHandlers, type SecondFactorDependencies } from './own-second-factor-routes.ts';
import { ownSessionHandlers, type SessionDependencies } from './own-sessions-routes.ts';

type Needs = Platform & Dependencies & SessionDependencies & SecondFactorDependencies & PasskeyDependencies;

/** Lets people view and change their own accounts. */
export function accountSettingsFeature(needs: Needs) {
  return {
    api: {},
    routes({ serve }) {
      serve(resources.ownAccount, ownAccountHandlers(needs));
      serve(resources.ownSessions, ownSessionHandlers(needs));
      serve(resources.ownSecondFactor, ownSecondFactorHandlers(needs));
      serve(resources.ownPasskeys, ownPasskeyHandlers(needs));
    },
  } satisfies Feature;
}
