import type { Db } from '../../database/index.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import { addressKey, createRateLimit } from '../../platform/rate-limits.ts';
import type { Applications, Client } from '../applications/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Auth } from '../auth/index.ts';
import type { Tiles } from '../tiles/index.ts';
import { emailKey, type User, type Users } from '../users/index.ts';
import { checkPassword } from './password-rules.ts';

type Dependencies = {
  db: Db;
  applications: Applications;
  users: Users;
  tiles: Tiles;
  auth: Auth;
  passwords: Passwords;
  audit: Audit;
  accountsPerAddress: number;
};

export type NewAccount = { appId: string; email: string; name: string; password: string; address: string };

/** Everything a new person needs, at once: the user, its default area, and its first sign-in. */
export function createAccounts({
  db,
  applications,
  users,
  tiles,
  auth,
  passwords,
  audit,
  accountsPerAddress,
}: Dependencies) {
  const limit = createRateLimit('accounts', accountsPerAddress);

  /** Throws `weak_password`, `user_exists`, `too_many_requests`, or `invalid_request` naming the field. */
  async function create(input: NewAccount): Promise<{ user: User; accessToken: string }> {
    const client = await applicationOf(input.appId);
    const key = emailKey(input.email);
    if (key === undefined) throw invalidField('email', 'is not an e-mail address');
    if (input.name.trim() === '') throw invalidField('name', 'must not be empty');
    await checkPassword(input.password, client.minimumPasswordLength, input);
    await limit.take(addressKey(input.address));
    if (await users.findByEmail(client.id, input.email)) throw new Problem('user_exists');
    const passwordHash = await passwords.hash(input.password, input.address);
    const { user, statement } = users.insertStatement({
      client,
      email: input.email,
      emailKey: key,
      name: input.name,
      passwordHash,
    });
    const scopes = client.scopes.filter((scope) => scope === 'application' || scope === 'user');
    const signIn = auth.issuer.signIn({
      client,
      userId: user.id,
      grantType: 'password',
      scopes,
      state: undefined,
    });
    const result = await db.unit([
      statement,
      tiles.defaultAreaStatement(user.id),
      ...signIn.statements,
      auth.limits.succeeded(user.id, input.address),
      audit.statement({
        action: 'account.create',
        actorId: user.id,
        targetId: client.id,
        address: input.address,
      }),
    ]);
    // Somebody else took the e-mail meanwhile; the whole unit was undone.
    if (!result.committed) throw new Problem('user_exists');
    return { user, accessToken: signIn.token.accessToken };
  }

  /** `client_id` (spec 4.1), or the namespace that the phone apps send (ios-app 2.1). */
  async function applicationOf(appId: string): Promise<Client> {
    const client = await applications.find(appId);
    if (client?.kind !== 'application' || client.state !== 'enabled')
      throw invalidField('appId', 'names no application');
    if (!client.scopes.includes('user'))
      throw invalidField('appId', 'names an application that has no users');
    return client;
  }

  return { create };
}

export type Accounts = ReturnType<typeof createAccounts>;
