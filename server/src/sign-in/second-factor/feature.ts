import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { createSecondFactor } from './second-factor.ts';

type Needs = Platform & { audit: Audit };

/** Manages authenticators and recovery codes of users. */
export function secondFactorFeature(needs: Needs) {
  return { api: { secondFactor: createSecondFactor(needs) } } satisfies Feature;
}
