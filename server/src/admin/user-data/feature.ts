import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Users } from '../../people/users/index.ts';
import type { Removal } from '../removal/index.ts';
import { createUserData } from './user-data.ts';

type Needs = Platform & { audit: Audit; removal: Removal; users: Users };

/** Exports and deletes everything stored about a user. */
export function userDataFeature(needs: Needs) {
  return { api: { userData: createUserData(needs) } } satisfies Feature;
}
