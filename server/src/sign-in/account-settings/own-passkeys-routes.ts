import { type resources, toTimestamp } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Auth } from '../auth/index.ts';
import { type PasskeyRow, type Passkeys, toPasskeyRecord } from '../passkeys/index.ts';
import { createProven } from './proven.ts';

export type PasskeyDependencies = {
  applications: Applications;
  users: Users;
  accountMails: AccountMails;
  auth: Auth;
  passkeys: Passkeys;
};

export function ownPasskeyHandlers(
  dependencies: PasskeyDependencies,
): Handlers<typeof resources.ownPasskeys> {
  const { applications, auth, passkeys } = dependencies;
  const { proven, mailNotice } = createProven(dependencies);

  const toRecord = (row: PasskeyRow) => toPasskeyRecord(passkeys, row);

  return {
    list: async ({ context }) => {
      const rows = await passkeys.list(context.principal.id);
      return { body: { passkeys: rows.map(toRecord) }, cacheControl: NO_STORE };
    },

    begin: async ({ context }) => {
      const { user } = await proven(context);
      const client = await applications.findById(user.clientId);
      const body = await passkeys.creationOptions({ ...user, application: client?.name ?? 'Azulejo' });
      return { body, cacheControl: NO_STORE };
    },

    add: async ({ input, context }) => {
      const { user, by } = await proven(context);
      const row = await passkeys.add(user.id, input, by, mailNotice(user, 'passkey-added', context));
      return { body: toRecord(row) };
    },

    rename: async ({ input, context }) => {
      const row = await passkeys.rename(context.principal.id, input.passkey_id, input.name);
      return { body: toRecord(row) };
    },

    remove: async ({ input, context }) => {
      const { user, principal, by } = await proven(context);
      const { passkey_id: id } = input;
      const notify = mailNotice(user, 'passkey-removed', context);
      await passkeys.remove(user.id, id, by, async (tx) => {
        await notify(tx);
        await auth.sessions.endIn(tx, user.id, { ofPasskey: id, allBut: principal.signInId }, by);
      });
      return { body: {} };
    },

    prove: async ({ input, context }) => {
      const giver = { principal: context.principal, address: context.address };
      const expires = await auth.reauthentication.giveByPasskey(input.credential, giver);
      return { body: { expires: toTimestamp(expires) }, cacheControl: NO_STORE };
    },
  };
}
