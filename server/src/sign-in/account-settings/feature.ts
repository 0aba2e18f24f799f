import { type OwnSession, resources, toTimestamp } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Db } from '../../database/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { networkOf } from '../../platform/network.ts';
import type { AccountMails } from '../account-mails/index.ts';
import type { Auth } from '../auth/index.ts';
import type { SecondFactor } from '../second-factor/index.ts';
import { type Dependencies, ownAccountHandlers } from './own-account-routes.ts';
import { ownPasskeyHandlers, type PasskeyDependencies } from './own-passkeys-routes.ts';
import { createProven } from './proven.ts';

type Needs = Platform & Dependencies & SessionDependencies & SecondFactorDependencies & PasskeyDependencies;

/** Lets people view and change their own accounts. */
export function accountSettingsFeature(needs: Needs) {
  return {
    api: {},
    routes({ serve }) {
      serve(resources.ownAccount, ownAccountHandlers(needs));
      serve(resources.ownSessions, ownSessionHandlers(needs));
      serve(resources.ownSecondFactor, ownSecondFactorHandlers(needs));
      serve(resources.ownPasskeys, ownPasskeyHandlers(needs));
    },
  } satisfies Feature;
}

type SecondFactorDependencies = {
  db: Db;
  applications: Applications;
  users: Users;
  accountMails: AccountMails;
  auth: Auth;
  secondFactor: SecondFactor;
};

function ownSecondFactorHandlers({
  db,
  applications,
  users,
  accountMails,
  auth,
  secondFactor,
}: SecondFactorDependencies): Handlers<typeof resources.ownSecondFactor> {
  const { proven, mailNotice } = createProven({ accountMails, auth, users });

  return {
    begin: async ({ context }) => {
      const { user } = await proven(context);
      const client = await applications.findById(user.clientId);
      const body = await secondFactor.begin(user.id, user.email, client?.name ?? 'Azulejo');
      return { body, cacheControl: NO_STORE };
    },

    confirm: async ({ input, context }) => {
      const { user, principal, by } = await proven(context);
      const notify = mailNotice(user, 'second-factor-on', context);
      const codes = await secondFactor.confirm(user.id, input.code, by, async (tx) => {
        await notify(tx);
        await auth.sessions.endIn(tx, user.id, { allBut: principal.signInId }, by);
      });
      if (!codes) throw invalidField('code', 'must be the code that the authenticator shows now');
      return { body: { recovery_codes: codes }, cacheControl: NO_STORE };
    },

    remove: async ({ context }) => {
      const { user, by } = await proven(context);
      const notify = mailNotice(user, 'second-factor-off', context);
      await db.write(async (tx) => {
        await secondFactor.removeIn(tx, user.id, by);
        await notify(tx);
      });
      return { body: {} };
    },

    renewCodes: async ({ context }) => {
      const { user, by } = await proven(context);
      const notify = mailNotice(user, 'recovery-codes', context);
      const codes = await db.write(async (tx) => {
        await notify(tx);
        return secondFactor.renewCodesIn(tx, user.id, by);
      });
      return { body: { recovery_codes: codes }, cacheControl: NO_STORE };
    },
  };
}

type SessionDependencies = { applications: Applications; auth: Auth };

const by = (context: SignedIn) => ({ actorId: context.principal.id, address: context.address });

function ownSessionHandlers({
  applications,
  auth,
}: SessionDependencies): Handlers<typeof resources.ownSessions> {
  const { sessions, reauthentication } = auth;

  /** Returns the names of the applications of the sessions, which are few. */
  async function namesOf(clientIds: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const clients = await Promise.all([...new Set(clientIds)].map((id) => applications.findById(id)));
    return new Map(clients.flatMap((client) => (client ? [[client.id, client.name]] : [])));
  }

  return {
    list: async ({ context }) => {
      const { id, signInId } = context.principal;
      const { sessions: open, total } = await sessions.list(id);
      const names = await namesOf(open.map(({ clientId }) => clientId));
      const network = networkOf(context.address);
      const records = open.map(
        (each): OwnSession => ({
          id: each.id,
          is_current: each.id === sessions.idOf(signInId),
          application: names.get(each.clientId) ?? '',
          user_agent: each.userAgent ?? null,
          address: each.address ?? null,
          signed_in_with: each.isByPasskey ? 'passkey' : 'password',
          is_this_network: each.address !== undefined && networkOf(each.address) === network,
          created: toTimestamp(each.created),
          last_used: toTimestamp(each.lastUsed),
          shared: each.shared ? { address: each.shared.address, at: toTimestamp(each.shared.at) } : null,
        }),
      );
      return { body: { sessions: records, total }, cacheControl: NO_STORE };
    },

    end: async ({ input, context }) => {
      const { principal } = context;
      await reauthentication.require(principal);
      await sessions.end(principal.id, input.session_id, by(context));
      return { body: {} };
    },

    endOthers: async ({ context }) => {
      const { principal } = context;
      await reauthentication.require(principal);
      const ended = await sessions.endOthers(principal.id, principal.signInId, by(context));
      return { body: { ended } };
    },
  };
}
