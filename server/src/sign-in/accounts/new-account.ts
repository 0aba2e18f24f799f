import type { Language } from '@azulejo/model';
import type { BoundStatement } from '@azulejo/storage';
import type { Audit } from '../../core/audit/index.ts';
import type { Context } from '../../home/phone-channel/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { Tiles } from '../../home/tiles/index.ts';
import type { ApplicationClient } from '../../identity/applications/index.ts';
import type { HomeRecords } from '../../identity/homes/index.ts';
import type { User, Users } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { createNetworkLimit } from '../../platform/rate-limits.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import type { AccountMails } from '../account-mails/index.ts';
import { checkNewAccount } from './password-rules.ts';

type Dependencies = {
  applicationOf: (appId: string) => Promise<ApplicationClient>;
  homeRecords: HomeRecords;
  users: Users;
  tiles: Tiles;
  context: Context;
  preferences: Preferences;
  passwords: Passwords;
  audit: Audit;
  accountMails: AccountMails;
  strictWindows: SharedWindows;
  accountsPerAddress: number;
  /** Whether new accounts have to confirm their address before they can sign in. */
  confirmsEmail: boolean;
};

export type NewAccount = { appId: string; email: string; name: string; password: string };

/** The key under which the hashing limiter counts accounts that an operator creates. */
const OPERATOR = 'operator';

/**
 * Returns a function that checks a new account and creates the statements of one unit: the user, its default
 * area, its context channel, its language and the audit entry. `from` is undefined for an account by an operator.
 */
export function createPrepareAccount(dependencies: Dependencies) {
  const {
    applicationOf,
    users,
    homeRecords,
    tiles,
    context,
    preferences,
    passwords,
    audit,
    accountMails,
    confirmsEmail,
  } = dependencies;
  const limit = createNetworkLimit('accounts', dependencies.accountsPerAddress, {
    strict: { windows: dependencies.strictWindows, as: 'accounts' },
  });

  return async function prepareAccount(
    input: NewAccount,
    from: { address: string; language?: Language } | undefined,
  ): Promise<{ client: ApplicationClient; user: User; statements: BoundStatement[] }> {
    const { address, language } = from ?? {};
    const client = await applicationOf(input.appId);
    const key = await checkNewAccount(input, client.minimumPasswordLength);
    if (address !== undefined) await limit.takeStrictly(address);
    if (await users.findByEmail(client.id, input.email)) throw new ApiError('user_exists');
    // An address that an operator enters needs no confirmation by mail.
    const mustConfirmEmail = confirmsEmail && address !== undefined;
    const { user, statement } = users.insertStatement({
      client,
      email: input.email,
      emailKey: key,
      name: input.name,
      passwordHash: await passwords.hash(input.password, { address: address ?? OPERATOR }),
      mustConfirmEmail,
    });
    const entry = { action: 'account.create', actorId: user.id, targetId: client.id, address } as const;
    const home = [
      homeRecords.insertStatement(user),
      tiles.defaultAreaStatement(user.id, language),
      ...(await context.statementsFor(user)),
      ...(language ? [preferences.languageStatement(user.id, language)] : []),
    ];
    const mail =
      mustConfirmEmail && address !== undefined
        ? [accountMails.statement({ client_id: client.id, email_key: key, kind: 'confirm-email', address })]
        : [];
    return { client, user, statements: [statement, ...home, audit.statement(entry), ...mail] };
  };
}
