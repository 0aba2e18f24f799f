import { join } from 'node:path';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Uploads } from '../../home/uploads/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { openOutbox } from '../../platform/mail/index.ts';
import type { HomeApplication } from '../home-application/index.ts';
import { createRemoval } from './removal.ts';

/** Interval of deleting what belongs to removed users and applications. */
const SWEEP_MS = 1_000;

type Needs = Platform & {
  applications: Applications;
  audit: Audit;
  channels: Channels;
  homeApplication: HomeApplication;
  homes: Homes;
  users: Users;
  uploads: Uploads;
};

/** Removes users and applications with everything that belongs to them. */
export async function deletionFeature(needs: Needs) {
  const outbox = await openOutbox(join(needs.config.dataDir, 'outbox'));
  const removal = createRemoval({ ...needs, outbox });
  return {
    api: { removal },
    jobs: [
      {
        name: 'delete what was removed',
        runs: 'once',
        everyMs: SWEEP_MS,
        run: removal.sweep,
        interrupt: () => removal.stop(),
      },
    ],
  } satisfies Feature;
}
