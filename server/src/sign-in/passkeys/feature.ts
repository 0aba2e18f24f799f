import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import { deleteUntil } from '../../database/delete-until.ts';
import { createPasskeys } from './passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';

type Needs = Platform & { audit: Audit };

/** Manages the passkeys of users, and of the operators of the portal. */
export function passkeysFeature({ config, ...needs }: Needs) {
  const relyingParty = relyingPartyOf(config.urls.base);
  const { db, clock } = needs;
  return {
    api: {
      passkeys: createPasskeys({ ...needs, relyingParty, accounts: 'user' }),
      operatorPasskeys: createPasskeys({ ...needs, relyingParty, accounts: 'portal' }),
    },
    jobs: [
      cleanup('signed challenges', () =>
        deleteUntil(db, { table: 'used_challenges', key: ['challenge'], time: 'expires' }, clock.now()),
      ),
    ],
  } satisfies Feature;
}
