import type { Audit } from '../../../core/audit/index.ts';
import type { KnownAddresses } from '../../../database/known-addresses.ts';
import type { Applications, Client } from '../../../identity/applications/index.ts';
import type { User, Users } from '../../../identity/users/index.ts';
import { ApiError, checkAll } from '../../../platform/api-error.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { SecondFactor } from '../../second-factor/index.ts';
import type { SignInInput } from '../tokens/new-sign-in.ts';
import { type Grant, type GrantInput, need, type Visitor } from './grant.ts';
import { grantScopes } from './scopes.ts';
import type { StoreSignIn } from './store-sign-in.ts';
import { accountKey, type FoundUser, type TryPassword } from './try-password.ts';

type Dependencies = {
  applications: Applications;
  users: Users;
  knownAddresses: KnownAddresses;
  tryPassword: TryPassword;
  secondFactor: SecondFactor;
  audit: Audit;
  metrics: Metrics;
  storeSignIn: StoreSignIn;
  /** Whether accounts whose address is not confirmed are refused, if they were created under this rule. */
  requiresConfirmedEmail: boolean;
};

type Parameters = ReturnType<typeof read>;
type Checked = { signIn: SignInInput & { userId: string; address: string }; passwordHash: string };

/**
 * Signs in a user by password (spec 4.2, RFC 6749 4.3).
 * 1. Find the application and the user. The reply reveals neither.
 * 2. Throttle by account and address; a known address has its own limit.
 * 3. Verify the password, with the same work when there is no such application or user; then the code of the
 *    second factor, if it is on.
 * 4. Choose the scopes, and refuse an account whose address has to be confirmed first.
 * 5. Store the sign-in, unless the password was changed meanwhile.
 */
export function createPasswordGrant(
  dependencies: Dependencies,
): Grant<Parameters, Client | undefined, Checked> {
  const { applications, users, knownAddresses, audit, storeSignIn } = dependencies;
  const verify = createVerify(dependencies);
  return {
    read,

    /** Returns undefined for an unknown application, which gets the same reply as a wrong password. */
    async authenticate({ clientId }) {
      const client = await applications.findById(clientId);
      return client?.state === 'enabled' && client.kind === 'application' ? client : undefined;
    },

    async check(request, client) {
      const found = client && (await users.findByEmail(client.id, request.username));
      const { user, passwordHash } = await verify(request, client, found);
      if (!client) throw new ApiError('bad_credentials');
      const scopes = grantScopes(request.scope, client);
      if (dependencies.requiresConfirmedEmail && user.mustConfirmEmail)
        throw new ApiError('email_unconfirmed');
      const { state, address, userAgent } = request;
      const from = { rights: 'all', address, userAgent } as const;
      const signIn = { client, userId: user.id, grantType: 'password', scopes, state, ...from } as const;
      return { signIn, passwordHash };
    },

    issue({ signIn, passwordHash }) {
      const { client, userId, address } = signIn;
      const entry = { action: 'sign-in', actorId: userId, targetId: client.id, address } as const;
      return storeSignIn(signIn, {
        before: [users.lockStatement(userId, passwordHash)],
        after: [knownAddresses.remember(userId, address), audit.statement(entry)],
      });
    },
  };
}

function read(input: GrantInput, { address, userAgent }: Visitor) {
  const [username, password] = checkAll(
    () => need(input, 'username'),
    () => need(input, 'password'),
  );
  const { client_id: clientId, scope, state = null } = input;
  const otp = input.otp === '' ? undefined : input.otp;
  return { clientId, scope, state, address, userAgent, username, password, otp };
}

/** Returns a function that verifies the password of an attempt, and counts and audits a refusal. */
function createVerify({ tryPassword, secondFactor, audit, metrics }: Dependencies) {
  const passesSecondFactor = createSecondFactorCheck(secondFactor);
  return async (
    { clientId, username, password, otp, address }: Parameters,
    client: Client | undefined,
    found: FoundUser | undefined,
  ): Promise<FoundUser> => {
    const account = accountKey(client?.id ?? clientId, username);
    const asCode = otp === undefined ? splitCode(password) : undefined;
    const passwords = asCode ? [asCode.password, password] : [password];
    const accepted = await tryPassword({ account, found, passwords, address });
    if (found && accepted !== undefined) {
      const isSplit = asCode !== undefined && accepted === asCode.password;
      if (await passesSecondFactor(found.user, isSplit ? asCode.otp : otp, { isSplit, address }))
        return found;
    }
    metrics.signIns.inc({ flow: 'password', result: 'refused' });
    const entry = {
      action: 'sign-in.refused',
      actorId: found?.user.id,
      targetId: client?.id,
      address,
    } as const;
    audit.strangerRefused(entry);
    throw new ApiError('bad_credentials');
  };
}

/** Matches a password with the code of an authenticator, or a recovery code, after a space. */
const WITH_CODE = /^(.+) (\d{6}|[a-z2-7]{4}(?:-[a-z2-7]{4}){3})$/is;

/**
 * Splits a code from the end of a password. The phone apps have no field for it, so people type it there
 * (sign-in/account-settings/README.md).
 */
function splitCode(password: string): { password: string; otp: string } | undefined {
  const [, first, otp] = WITH_CODE.exec(password) ?? [];
  return first === undefined || otp === undefined ? undefined : { password: first, otp };
}

type Given = {
  /** Whether the code was split from the password, which then is not the password without a second factor. */
  isSplit: boolean;
  address: string;
};

/**
 * Returns a function that checks the second factor of a user whose password was right. It returns false for a
 * wrong code, and throws `second_factor_required` without one, or `too_many_requests`.
 */
function createSecondFactorCheck(secondFactor: SecondFactor) {
  return async ({ id }: User, otp: string | undefined, { isSplit, address }: Given): Promise<boolean> => {
    if ((await secondFactor.since(id)) === undefined) return !isSplit;
    if (otp === undefined) throw new ApiError('second_factor_required');
    const taken = await secondFactor.take(id, otp, { actorId: id, address }, async () => true);
    if (taken === undefined) throw new ApiError('wrong_code');
    return true;
  };
}
