import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { createPasskeys } from './passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';

type Needs = Platform & { audit: Audit };

/** Manages the passkeys of users. */
export function passkeysFeature({ config, ...needs }: Needs) {
  const relyingParty = relyingPartyOf(config.urls.base);
  return { api: { passkeys: createPasskeys({ ...needs, relyingParty }) } } satisfies Feature;
}
