import type { PortalSession, portalResources } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { Problem } from '../../platform/problem.ts';
import type { PortalHandlers } from './authorize.ts';
import type { SessionCookie } from './cookie.ts';
import type { Session, Sessions } from './sessions.ts';

type Dependencies = { db: Db; sessions: Sessions; cookie: SessionCookie };

export function sessionHandlers({
  db,
  sessions,
  cookie,
}: Dependencies): PortalHandlers<typeof portalResources.session> {
  return {
    get: async ({ request }) => {
      const session = await sessions.find(cookie.read(request));
      if (!session) throw new Problem('session_required');
      return { body: toWire(session), cacheControl: NO_STORE };
    },
    signIn: async () => {
      throw new Problem('not_built');
    },
    secondFactor: async () => {
      throw new Problem('not_built');
    },
    signOut: async ({ request }) => {
      const session = await sessions.find(cookie.read(request));
      if (session) await db.write((tx) => sessions.close(tx, session.tokenHash));
      return { body: {}, headers: cookie.take() };
    },
  };
}

const toWire = ({ state, csrfToken, account }: Session): PortalSession => ({
  state,
  account: {
    id: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    second_factor: account.secondFactor,
  },
  csrf_token: csrfToken,
});
