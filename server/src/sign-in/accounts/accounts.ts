import type { Language } from '@azulejo/model';
import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { ApplicationClient, Applications } from '../../identity/applications/index.ts';
import type { User } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Auth, Visitor } from '../auth/index.ts';
import { createPrepareAccount, type NewAccount } from './new-account.ts';

type Dependencies = Omit<Parameters<typeof createPrepareAccount>[0], 'applicationOf'> & {
  db: Db;
  applications: Applications;
  auth: Auth;
};

/** A person who signs up, with the language of the form if it is ours. */
type Newcomer = Visitor & { language?: Language };

export type Accounts = ReturnType<typeof createAccounts>;

/** Creates accounts, with everything that a new user needs, in one unit. */
export function createAccounts(dependencies: Dependencies) {
  const { db, applications, auth } = dependencies;
  const prepareAccount = createPrepareAccount({ ...dependencies, applicationOf });

  /** Throws `user_exists` when the e-mail has been taken since; the whole unit is then rolled back. */
  async function store(statements: readonly BoundStatement[]): Promise<void> {
    const result = await db.unit(statements);
    if (!result.committed) throw new ApiError('user_exists');
  }

  /** Finds the application by `client_id` (spec 4.1) or namespace (ios-app 2.1). Throws `invalid_request`. */
  async function applicationOf(appId: string): Promise<ApplicationClient> {
    const client = await applications.find(appId);
    if (client?.kind !== 'application' || client.state !== 'enabled')
      throw invalidField('appId', 'does not identify an application');
    if (!client.scopes.includes('user'))
      throw invalidField('appId', 'belongs to an application that has no users');
    return client;
  }

  return {
    applicationOf,

    /**
     * Creates the user, its default area and its context channel. Throws `weak_password`, `user_exists`, or
     * `invalid_request` naming the field.
     */
    async create(input: NewAccount): Promise<User> {
      const { user, statements } = await prepareAccount(input, undefined);
      await store(statements);
      return user;
    },

    /**
     * Does the same and signs the person in. When the e-mail has to be confirmed first, the sign-in is ended
     * immediately: clients read a token in every reply (spec 2.1). May also throw `too_many_requests`.
     */
    async signUp(
      input: NewAccount,
      { address, userAgent, language }: Newcomer,
    ): Promise<{ user: User; accessToken: string }> {
      const { client, user, statements } = await prepareAccount(input, { address, language });
      const signIn = auth.issuer.newSignIn({
        client,
        userId: user.id,
        grantType: 'password',
        rights: 'all',
        scopes: client.scopes.filter((scope) => scope === 'application' || scope === 'user'),
        state: null,
        address,
        userAgent,
      });
      const entry = user.mustConfirmEmail
        ? [auth.issuer.endStatement(signIn.signInId, 'e-mail not confirmed')]
        : [auth.knownAddresses.remember(user.id, address)];
      await store([...statements, ...signIn.statements, ...entry]);
      return { user, accessToken: signIn.token.accessToken };
    },
  };
}
