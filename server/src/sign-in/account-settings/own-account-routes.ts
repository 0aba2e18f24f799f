import { type resources, toTimestamp } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { emailKey, type Users } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { AccountMails } from '../account-mails/index.ts';
import { checkPassword } from '../accounts/index.ts';
import type { Auth } from '../auth/index.ts';
import type { EmailAddresses } from '../email-addresses/index.ts';
import type { SecondFactor } from '../second-factor/index.ts';

export type Dependencies = {
  applications: Applications;
  users: Users;
  passwords: Passwords;
  auth: Auth;
  accountMails: AccountMails;
  emailAddresses: EmailAddresses;
  secondFactor: SecondFactor;
};

type OwnAccountHandlers = Handlers<typeof resources.ownAccount>;

export const ownAccountHandlers = (dependencies: Dependencies): OwnAccountHandlers => ({
  ...accountHandlers(dependencies),
  ...emailHandlers(dependencies),
  changePassword: changePassword(dependencies),
});

function accountHandlers({ users, auth, emailAddresses, secondFactor }: Dependencies) {
  return {
    get: async ({ context }) => {
      const { email, emailConfirmedAt, id } = await users.get(context.principal.id);
      const waiting = await emailAddresses.waiting(id);
      const since = await secondFactor.since(id);
      return {
        body: {
          email,
          email_confirmed: emailConfirmedAt === undefined ? null : toTimestamp(emailConfirmedAt),
          email_request: waiting ? { email: waiting.email, expires: toTimestamp(waiting.expires) } : null,
          second_factor_since: since === undefined ? null : toTimestamp(since),
          recovery_codes_left: await secondFactor.codesLeft(id),
        },
        cacheControl: NO_STORE,
      };
    },

    prove: async ({ input, context }) => {
      const expires = await auth.reauthentication.give(input, {
        principal: context.principal,
        address: context.address,
      });
      return { body: { expires: toTimestamp(expires) }, cacheControl: NO_STORE };
    },
  } satisfies Partial<OwnAccountHandlers>;
}

function changePassword({
  applications,
  users,
  passwords,
  auth,
  accountMails,
  secondFactor,
}: Dependencies): OwnAccountHandlers['changePassword'] {
  return async ({ input, context: { address, ...context } }) => {
    const { principal } = context;
    // The proof includes the code. Without a second factor the current password alone is as good.
    if ((await secondFactor.since(principal.id)) !== undefined)
      await auth.reauthentication.require(principal);
    const provedDigest = await users.passwordDigest(principal.id);
    await auth.reauthentication.requirePassword(
      input.current_password,
      { principal, address },
      'current_password',
    );
    const user = await users.get(principal.id);
    const client = await applications.findById(user.clientId);
    if (client?.kind !== 'application') throw new ApiError('not_found');
    await checkPassword(input.password, client.minimumPasswordLength, user);
    const mail = { client_id: client.id, email_key: emailKey(user.email) ?? user.email, address };
    await users.setPassword(user.id, await passwords.hash(input.password, { address }), {
      audited: { actorId: user.id, address, detail: 'by the user' },
      staying: input.sign_out_others === false ? 'all' : { signInId: principal.signInId },
      first: async (tx, { passwordDigest }) => {
        // The password was changed meanwhile, perhaps by its owner against someone who knows the old one.
        if (passwordDigest !== provedDigest)
          throw invalidField('current_password', 'must be your current password');
        await accountMails.addIn(tx, { ...mail, kind: 'password-changed' });
      },
    });
    return { body: {} };
  };
}

function emailHandlers({ users, auth, emailAddresses }: Dependencies) {
  return {
    requestEmail: async ({ input, context }) => {
      const { principal } = context;
      await auth.reauthentication.require(principal);
      const user = await users.get(principal.id);
      const { email, expires } = await emailAddresses.request(user, input.email, {
        address: context.address,
      });
      return { body: { email, expires: toTimestamp(expires) } };
    },

    cancelEmail: async ({ context: { address, ...context } }) => {
      const { id } = context.principal;
      await emailAddresses.cancel(id, { actorId: id, address });
      return { body: {} };
    },
  } satisfies Partial<OwnAccountHandlers>;
}
