import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Users } from '../../identity/users/index.ts';
import type { AccountMails } from '../../sign-in/account-mails/index.ts';
import type { Auth } from '../../sign-in/auth/index.ts';
import type { Removal } from '../deletion/index.ts';
import { createDeletion } from './deletion.ts';
import { registerDownload } from './download-page.ts';
import { createDownloadTickets } from './download-tickets.ts';
import { ownDataHandlers } from './own-data-routes.ts';
import { createUserData } from './user-data.ts';

/** Interval of deleting accounts whose grace period has ended. */
const DELETION_MS = 60_000;

type Needs = Platform & {
  accountMails: AccountMails;
  audit: Audit;
  auth: Auth;
  removal: Removal;
  users: Users;
};

/** Exports and deletes everything stored about a user, for operators and for the user. */
export function userDataFeature(needs: Needs) {
  const { deleteAccountAfterDays } = needs.config;
  const userData = createUserData(needs);
  const deletion = createDeletion({ ...needs, deleteAccountAfterDays });
  return {
    api: { userData, deletion },
    routes({ app, serve }) {
      const tickets = createDownloadTickets(needs.clock);
      serve(resources.ownData, ownDataHandlers({ ...needs, userData, deletion, tickets }));
      registerDownload(app, { tickets, userData });
    },
    jobs: [
      {
        name: 'delete accounts',
        runs: 'once',
        everyMs: DELETION_MS,
        run: deletion.run,
        interrupt: deletion.interrupt,
      },
    ],
  } satisfies Feature;
}
