import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { createSecondFactor } from './second-factor.ts';

type Needs = Platform & { audit: Audit };

/** Manages authenticators and recovery codes of users, and of the operators of the portal. */
export function secondFactorFeature(needs: Needs) {
  return {
    api: {
      secondFactor: createSecondFactor({ ...needs, accounts: 'user' }),
      operatorSecondFactor: createSecondFactor({ ...needs, accounts: 'portal' }),
    },
  } satisfies Feature;
}
