import { type OwnSession, type resources, toTimestamp } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { networkOf } from '../../platform/network.ts';
import type { Auth } from '../auth/index.ts';

export type SessionDependencies = { applications: Applications; auth: Auth };

const by = (context: SignedIn) => ({ actorId: context.principal.id, address: context.address });

export function ownSessionHandlers({
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
