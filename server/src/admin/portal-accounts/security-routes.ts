import { type portalResources, toTimestamp } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Operators } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { AccountAuth } from '../../sign-in/auth/index.ts';
import { type Passkeys, toPasskeyRecord } from '../../sign-in/passkeys/index.ts';
import type { SecondFactor } from '../../sign-in/second-factor/index.ts';
import { checkPortalPassword } from './account.ts';
import { type Accounts, endTokens } from './accounts.ts';
import { actorOf, type PortalContext, type PortalHandlers, sessionOf } from './authorize.ts';

type Dependencies = {
  db: Db;
  passwords: Passwords;
  accounts: Accounts;
  operators: Operators;
  operatorAuth: AccountAuth;
  operatorPasskeys: Passkeys;
  operatorSecondFactor: SecondFactor;
};

type SecurityHandlers = PortalHandlers<typeof portalResources.security>;

/** Returns the signed-in account, as the actor on itself, and as one who proves again who it is. */
const self = (context: PortalContext) => {
  const session = sessionOf(context);
  const { id } = session.account;
  const giver = { principal: { id, signInId: session.id }, address: context.address };
  return { session, id, giver, by: actorOf(context) };
};

/** Handlers of what every account may do with itself. */
export const securityHandlers = (dependencies: Dependencies): SecurityHandlers => ({
  ...accountHandlers(dependencies),
  ...ownSessionHandlers(dependencies),
  ...secondFactorHandlers(dependencies),
  ...passkeyHandlers(dependencies),
});

function accountHandlers({
  passwords,
  accounts,
  operators,
  operatorAuth: { sessions, reauthentication },
  operatorSecondFactor,
}: Dependencies): Pick<SecurityHandlers, 'get' | 'rename' | 'changePassword'> {
  return {
    get: async ({ context }) => {
      const { session, id } = self(context);
      const since = await operatorSecondFactor.since(id);
      const { sessions: open } = await sessions.list(id);
      return {
        body: {
          second_factor_since: since === undefined ? null : toTimestamp(since),
          recovery_codes_left: await operatorSecondFactor.codesLeft(id),
          sessions: open.map((each) => ({
            id: each.id,
            is_current: each.id === sessions.idOf(session.id),
            address: each.address ?? '',
            user_agent: each.userAgent ?? '',
            created: toTimestamp(each.created),
            last_used: toTimestamp(each.lastUsed),
          })),
        },
      };
    },
    rename: async ({ input, context }) => {
      const { id, by } = self(context);
      await accounts.update(id, { name: input.name }, by);
      return { body: {} };
    },
    changePassword: async ({ input: { current_password, password }, context }) => {
      const { session, id, giver, by } = self(context);
      const provedDigest = await operators.passwordDigest(id);
      await reauthentication.requirePassword(current_password, giver, 'current_password');
      await checkPortalPassword(password, session.account);
      const passwordHash = await passwords.hash(password, { address: context.address });
      await operators.setPassword(id, passwordHash, {
        audited: { action: 'portal.account.password', ...by },
        staying: { signInId: session.id },
        first: async (tx, { passwordDigest }) => {
          // The password was changed meanwhile, perhaps by its owner against someone who knows the old one.
          if (passwordDigest !== provedDigest)
            throw invalidField('current_password', 'must be your current password');
          await endTokens(tx, id);
        },
      });
      return { body: {} };
    },
  };
}

function ownSessionHandlers({
  operatorAuth: { sessions },
}: Dependencies): Pick<SecurityHandlers, 'endSession' | 'endOtherSessions'> {
  return {
    endSession: async ({ input, context }) => {
      const { id, by } = self(context);
      await sessions.end(id, input.session_id, by);
      return { body: {} };
    },
    endOtherSessions: async ({ context }) => {
      const { session, id, by } = self(context);
      await sessions.endOthers(id, session.id, by);
      return { body: {} };
    },
  };
}

function secondFactorHandlers({
  operatorAuth: { sessions, reauthentication },
  operatorSecondFactor: secondFactor,
}: Dependencies): Pick<
  SecurityHandlers,
  'beginSecondFactor' | 'confirmSecondFactor' | 'removeSecondFactor' | 'renewRecoveryCodes'
> {
  /** Throws `not_found` unless the second factor is on. */
  async function requireOn(id: string): Promise<void> {
    if ((await secondFactor.since(id)) === undefined) throw new ApiError('not_found');
  }

  return {
    beginSecondFactor: async ({ input, context }) => {
      const { session, id, giver } = self(context);
      await reauthentication.requirePassword(input.password, giver);
      return { body: await secondFactor.begin(id, session.account.email) };
    },
    confirmSecondFactor: async ({ input, context }) => {
      const { session, id, by } = self(context);
      const codes = await secondFactor.confirm(id, input.code, by, async (tx) => {
        await sessions.endIn(tx, id, { allBut: session.id }, by);
      });
      return { body: { recovery_codes: required(codes) } };
    },
    removeSecondFactor: async ({ input, context }) => {
      const { id, giver, by } = self(context);
      await reauthentication.requirePassword(input.password, giver);
      await requireOn(id);
      const removed = await secondFactor.take(id, input.code, by, async (tx) => {
        await secondFactor.removeIn(tx, id, by);
        return true;
      });
      required(removed);
      return { body: {} };
    },
    renewRecoveryCodes: async ({ input, context }) => {
      const { id, giver, by } = self(context);
      await reauthentication.requirePassword(input.password, giver);
      await requireOn(id);
      const codes = await secondFactor.take(id, input.code, by, (tx) =>
        secondFactor.renewCodesIn(tx, id, by),
      );
      return { body: { recovery_codes: required(codes) } };
    },
  };
}

function passkeyHandlers({
  operators,
  operatorAuth: { sessions, reauthentication },
  operatorPasskeys: passkeys,
}: Dependencies): Pick<
  SecurityHandlers,
  'passkeys' | 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'
> {
  return {
    passkeys: async ({ context }) => {
      const rows = await passkeys.list(self(context).id);
      return { body: { passkeys: rows.map((row) => toPasskeyRecord(passkeys, row)) } };
    },
    beginPasskey: async ({ input, context }) => {
      const { id, giver } = self(context);
      await reauthentication.requireBoth(input, giver);
      const user = await operators.get(id);
      const body = await passkeys.creationOptions({ ...user, application: 'Azulejo' });
      return { body, cacheControl: NO_STORE };
    },
    // The challenge proves who it is: only `beginPasskey` gives one for this account.
    addPasskey: async ({ input, context }) => {
      const { id, by } = self(context);
      return { body: toPasskeyRecord(passkeys, await passkeys.add(id, input, by)) };
    },
    renamePasskey: async ({ input, context }) => {
      const row = await passkeys.rename(self(context).id, input.passkey_id, input.name);
      return { body: toPasskeyRecord(passkeys, row) };
    },
    removePasskey: async ({ input: { passkey_id: passkeyId, ...proof }, context }) => {
      const { session, id, giver, by } = self(context);
      await reauthentication.requireBoth(proof, giver);
      await passkeys.remove(id, passkeyId, by, async (tx) => {
        await sessions.endIn(tx, id, { ofPasskey: passkeyId, allBut: session.id }, by);
      });
      return { body: {} };
    },
  };
}

function required<Result>(result: Result | undefined): Result {
  if (result === undefined) throw invalidField('code', 'must be a valid code that was not used before');
  return result;
}
