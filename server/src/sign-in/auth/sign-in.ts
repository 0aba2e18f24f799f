import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { KnownAddresses } from '../../database/known-addresses.ts';
import type { Applications, Client } from '../../people/applications/index.ts';
import { emailKey, type User, type Users } from '../../people/users/index.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { Problem } from '../../platform/problem.ts';
import type { SignInLimits } from '../../platform/sign-in-limits.ts';
import type { BoundStatement } from '../../platform/storage/index.ts';
import { grantScopes } from './scopes.ts';
import type { IssuedToken } from './token-record.ts';
import type { SignIn, TokenIssuer } from './tokens.ts';

type Dependencies = {
  db: Db;
  applications: Applications;
  users: Users;
  passwords: Passwords;
  issuer: TokenIssuer;
  knownAddresses: KnownAddresses;
  limits: SignInLimits;
  audit: Audit;
  metrics: Metrics;
};

type Request = { scope: string | undefined; state: string | undefined; address: string };
export type PasswordRequest = Request & { clientId: string; username: string; password: string };
export type ClientRequest = Request & { clientId: string; clientSecret: string };

type FoundUser = { user: User; passwordHash: string };

/** Signs in by password (spec 4.2) and by client credentials (spec 4.3). */
export function createSignIn({
  db,
  applications,
  users,
  passwords,
  issuer,
  knownAddresses,
  limits,
  audit,
  metrics,
}: Dependencies) {
  /** Stores a new sign-in between `before` and `after`, in one unit. Throws when `before` finds no row. */
  async function store(
    signIn: SignIn,
    before: readonly BoundStatement[] = [],
    after: readonly BoundStatement[] = [],
  ): Promise<{ token: IssuedToken; familyId: string }> {
    const { token, familyId, statements } = issuer.signIn(signIn);
    const result = await db.unit([...before, ...statements, ...after]);
    metrics.signIns.inc({ flow: signIn.grantType, result: result.committed ? 'ok' : 'refused' });
    if (!result.committed) throw new Problem('bad_credentials');
    return { token, familyId };
  }

  async function byPassword(request: PasswordRequest) {
    const client = await applications.findById(request.clientId);
    // An unknown application gets the same reply as a wrong password, after the same amount of work.
    const isKnown = client?.state === 'enabled' && client.kind === 'application';
    const found = isKnown ? await users.findByEmail(client.id, request.username) : undefined;
    const { user, passwordHash } = await verify(request, isKnown ? client : undefined, found);
    if (!isKnown) throw new Problem('bad_credentials');
    const scopes = grantScopes(request.scope, client);
    return store(
      {
        client,
        userId: user.id,
        grantType: 'password',
        scopes,
        state: request.state,
        address: request.address,
      },
      [users.holdStatement(user.id, passwordHash)],
      [
        knownAddresses.remember(user.id, request.address),
        audit.statement({
          action: 'sign-in',
          actorId: user.id,
          targetId: client.id,
          address: request.address,
        }),
      ],
    );
  }

  async function verify(
    request: PasswordRequest,
    client: Client | undefined,
    found: FoundUser | undefined,
  ): Promise<FoundUser> {
    const account = `${client?.id ?? request.clientId}|${emailKey(request.username) ?? request.username}`;
    const { address } = request;
    const allowance = await limits.allowanceOf({ account, ownerId: found?.user.id, address });
    const matches = await passwords.verify(
      request.password,
      found?.passwordHash,
      { address, account },
      allowance.require,
    );
    if (found && matches && found.user.state === 'active') {
      allowance.succeeded();
      return found;
    }
    allowance.failed();
    metrics.signIns.inc({ flow: 'password', result: 'refused' });
    audit.strangerRefused({
      action: 'sign-in.refused',
      actorId: found?.user.id,
      targetId: client?.id,
      address,
    });
    throw new Problem('bad_credentials');
  }

  async function byClientCredentials(request: ClientRequest) {
    const client = await authenticateClient(request);
    const scopes = grantScopes(request.scope, client);
    return store({
      client,
      userId: undefined,
      grantType: 'client_credentials',
      scopes,
      state: request.state,
      address: request.address,
    });
  }

  /** Throws `invalid_client` unless id and secret belong together. */
  async function authenticateClient({
    clientId,
    clientSecret,
    address,
  }: Omit<ClientRequest, 'scope' | 'state'>): Promise<Client> {
    const client = await applications.authenticate(clientId, clientSecret);
    if (client) return client;
    metrics.signIns.inc({ flow: 'client_credentials', result: 'refused' });
    const claimed = await applications.findById(clientId);
    audit.strangerRefused({ action: 'client.refused', actorId: claimed?.id, address });
    limits.failedToken(address);
    throw new Problem('invalid_client');
  }

  return { byPassword, byClientCredentials, authenticateClient };
}

export type SignInService = ReturnType<typeof createSignIn>;
