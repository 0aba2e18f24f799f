import { type portalResources, toTimestamp } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { checkPortalPassword } from './account.ts';
import type { Accounts } from './accounts.ts';
import { actorOf, type PortalContext, type PortalHandlers, sessionOf } from './authorize.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  passwords: Passwords;
  accounts: Accounts;
  sessions: Sessions;
  signIn: SignIn;
  secondFactor: SecondFactor;
};

type SecurityHandlers = PortalHandlers<typeof portalResources.security>;

/** Returns the signed-in account, as the actor on itself. */
const self = (context: PortalContext) => {
  const session = sessionOf(context);
  return { session, id: session.account.id, by: actorOf(context) };
};

/** Handlers of what every account may do with itself. */
export const securityHandlers = (dependencies: Dependencies): SecurityHandlers => ({
  ...accountHandlers(dependencies),
  ...ownSessionHandlers(dependencies),
  ...secondFactorHandlers(dependencies),
});

function accountHandlers({
  db,
  audit,
  passwords,
  accounts,
  sessions,
  signIn,
  secondFactor,
}: Dependencies): Pick<SecurityHandlers, 'get' | 'rename' | 'changePassword'> {
  return {
    get: async ({ context }) => {
      const { session, id } = self(context);
      const { secondFactorSince } = await accounts.get(id);
      const open = await sessions.list(id);
      return {
        body: {
          second_factor_since: secondFactorSince === undefined ? null : toTimestamp(secondFactorSince),
          recovery_codes_left: await secondFactor.codesLeft(id),
          sessions: open.map((each) => ({
            id: each.id,
            is_current: each.id === session.id,
            address: each.address,
            user_agent: each.userAgent,
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
      const { session, id, by } = self(context);
      const { address } = context;
      const proved = await signIn.requirePassword(session, current_password, address, 'current_password');
      await checkPortalPassword(password, session.account);
      const passwordHash = await passwords.hash(password, { address });
      await db.write(async (tx) => {
        await accounts.setPasswordIn(tx, id, passwordHash, { but: session.id, proved });
        await audit.record(tx, { action: 'portal.account.password', ...by, targetId: id });
      });
      return { body: {} };
    },
  };
}

function ownSessionHandlers({
  db,
  audit,
  accounts,
  sessions,
}: Dependencies): Pick<SecurityHandlers, 'endSession' | 'endOtherSessions'> {
  return {
    endSession: async ({ input, context }) => {
      const { id, by } = self(context);
      await db.write(async (tx) => {
        if (!(await sessions.end(tx, id, input.session_id))) throw new ApiError('not_found');
        await audit.record(tx, { action: 'portal.session.end', ...by, targetId: id });
      });
      return { body: {} };
    },
    endOtherSessions: async ({ context }) => {
      const { session, id, by } = self(context);
      await db.write(async (tx) => {
        await accounts.endSessions(tx, id, session.id);
        await audit.record(tx, { action: 'portal.session.end-others', ...by, targetId: id });
      });
      return { body: {} };
    },
  };
}

function secondFactorHandlers({
  signIn,
  secondFactor,
}: Dependencies): Pick<
  SecurityHandlers,
  'beginSecondFactor' | 'confirmSecondFactor' | 'removeSecondFactor' | 'renewRecoveryCodes'
> {
  return {
    beginSecondFactor: async ({ input, context }) => {
      const { session } = self(context);
      await signIn.requirePassword(session, input.password, context.address);
      return { body: await secondFactor.begin(session.account) };
    },
    confirmSecondFactor: async ({ input, context }) => {
      const { session, id, by } = self(context);
      const codes = await secondFactor.confirm(id, input.code, { ...by, sessionId: session.id });
      return { body: { recovery_codes: required(codes) } };
    },
    removeSecondFactor: async ({ input, context }) => {
      const { session, id, by } = self(context);
      await signIn.requirePassword(session, input.password, context.address);
      required(await secondFactor.remove(id, input.code, by));
      return { body: {} };
    },
    renewRecoveryCodes: async ({ input, context }) => {
      const { session, id, by } = self(context);
      await signIn.requirePassword(session, input.password, context.address);
      return {
        body: { recovery_codes: required(await secondFactor.renewRecoveryCodes(id, input.code, by)) },
      };
    },
  };
}

function required<Result>(result: Result | undefined): Result {
  if (result === undefined) throw invalidField('code', 'must be a valid code that was not used before');
  return result;
}
