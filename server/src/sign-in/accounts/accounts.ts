import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Context } from '../../home/context/index.ts';
import type { Tiles } from '../../home/tiles/index.ts';
import type { Applications, Client } from '../../people/applications/index.ts';
import { emailKey, type User, type Users } from '../../people/users/index.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import { createNetworkLimit } from '../../platform/rate-limits.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';
import type { Auth } from '../auth/index.ts';
import { checkPassword } from './password-rules.ts';

type Dependencies = {
  db: Db;
  applications: Applications;
  users: Users;
  tiles: Tiles;
  context: Context;
  auth: Auth;
  passwords: Passwords;
  audit: Audit;
  accountsPerAddress: number;
};

export type NewAccount = { appId: string; email: string; name: string; password: string };

/** The key under which the hashing limiter counts accounts that an operator creates. */
const OPERATOR = 'operator';

/** Creates accounts, with everything that a new user needs, in one unit. */
export function createAccounts({
  db,
  applications,
  users,
  tiles,
  context,
  auth,
  passwords,
  audit,
  accountsPerAddress,
}: Dependencies) {
  const limit = createNetworkLimit(accountsPerAddress);

  async function prepare(input: NewAccount, address: string | undefined) {
    const client = await applicationOf(input.appId);
    const key = emailKey(input.email);
    if (key === undefined) throw invalidField('email', 'is not an e-mail address');
    if (input.name.trim() === '') throw invalidField('name', 'must not be empty');
    await checkPassword(input.password, client.minimumPasswordLength, input);
    if (address !== undefined) limit.take(address);
    if (await users.findByEmail(client.id, input.email)) throw new Problem('user_exists');
    const { user, statement } = users.insertStatement({
      client,
      email: input.email,
      emailKey: key,
      name: input.name,
      passwordHash: await passwords.hash(input.password, { address: address ?? OPERATOR }),
    });
    const audited = audit.statement({
      action: 'account.create',
      actorId: user.id,
      targetId: client.id,
      address,
    });
    const home = [tiles.defaultAreaStatement(user.id), ...(await context.statementsFor(user))];
    return { client, user, statements: [statement, ...home, audited] };
  }

  /** Throws `user_exists` when the e-mail was taken meanwhile; the whole unit is then rolled back. */
  async function store(statements: readonly BoundStatement[]): Promise<void> {
    const result = await db.unit(statements);
    if (!result.committed) throw new Problem('user_exists');
  }

  /**
   * Creates the user, its default area and its context channel. Throws `weak_password`, `user_exists`, or
   * `invalid_request` naming the field.
   */
  async function create(input: NewAccount): Promise<User> {
    const { user, statements } = await prepare(input, undefined);
    await store(statements);
    return user;
  }

  /** Does the same and signs the person at `address` in. May also throw `too_many_requests`. */
  async function signUp(input: NewAccount, address: string): Promise<{ user: User; accessToken: string }> {
    const { client, user, statements } = await prepare(input, address);
    const signIn = auth.issuer.signIn({
      client,
      userId: user.id,
      grantType: 'password',
      scopes: client.scopes.filter((scope) => scope === 'application' || scope === 'user'),
      state: undefined,
      address,
    });
    await store([...statements, ...signIn.statements, auth.knownAddresses.remember(user.id, address)]);
    return { user, accessToken: signIn.token.accessToken };
  }

  /** Finds the application by `client_id` (spec 4.1) or namespace (ios-app 2.1). Throws `invalid_request`. */
  async function applicationOf(appId: string): Promise<Client> {
    const client = await applications.find(appId);
    if (client?.kind !== 'application' || client.state !== 'enabled')
      throw invalidField('appId', 'does not identify an application');
    if (!client.scopes.includes('user'))
      throw invalidField('appId', 'belongs to an application that has no users');
    return client;
  }

  return { create, signUp, applicationOf };
}

export type Accounts = ReturnType<typeof createAccounts>;
