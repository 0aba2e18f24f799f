import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Auth } from '../auth/index.ts';
import type { SecondFactor } from '../second-factor/index.ts';
import { createProven } from './proven.ts';

export type SecondFactorDependencies = {
  applications: Applications;
  users: Users;
  accountMails: AccountMails;
  auth: Auth;
  secondFactor: SecondFactor;
};

export function ownSecondFactorHandlers({
  applications,
  users,
  accountMails,
  auth,
  secondFactor,
}: SecondFactorDependencies): Handlers<typeof resources.ownSecondFactor> {
  const { proven, mailNotice } = createProven({ accountMails, auth, users });

  return {
    begin: async ({ context }) => {
      const { user } = await proven(context);
      const client = await applications.findById(user.clientId);
      const body = await secondFactor.begin(user.id, user.email, client?.name ?? 'Azulejo');
      return { body, cacheControl: NO_STORE };
    },

    confirm: async ({ input, context }) => {
      const { user, principal, by } = await proven(context);
      const notify = mailNotice(user, 'second-factor-on', context);
      const codes = await secondFactor.confirm(user.id, input.code, by, async (tx) => {
        await notify(tx);
        await auth.sessions.endIn(tx, user.id, { allBut: principal.signInId }, by);
      });
      if (!codes) throw invalidField('code', 'must be the code that the authenticator shows now');
      return { body: { recovery_codes: codes }, cacheControl: NO_STORE };
    },

    remove: async ({ context }) => {
      const { user, by } = await proven(context);
      await secondFactor.remove(user.id, by, mailNotice(user, 'second-factor-off', context));
      return { body: {} };
    },

    renewCodes: async ({ context }) => {
      const { user, by } = await proven(context);
      const codes = await secondFactor.renewCodes(user.id, by, mailNotice(user, 'recovery-codes', context));
      return { body: { recovery_codes: codes }, cacheControl: NO_STORE };
    },
  };
}
