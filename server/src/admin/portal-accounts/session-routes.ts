import type { PortalSession, portalResources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { PageSession, PageSessions } from '../../sign-in/auth/index.ts';
import type { Passkeys } from '../../sign-in/passkeys/index.ts';
import type { PortalHandlers } from './authorize.ts';
import type { SessionCookie } from './cookie.ts';
import type { SignIn } from './sign-in.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  sessions: PageSessions;
  signIn: SignIn;
  operatorPasskeys: Passkeys;
  cookie: SessionCookie;
};

export function sessionHandlers({
  db,
  audit,
  sessions,
  signIn,
  operatorPasskeys,
  cookie,
}: Dependencies): PortalHandlers<typeof portalResources.session> {
  return {
    get: async ({ request }) => {
      const session = await sessions.find(cookie.read(request));
      return { body: session ? toWire(session) : { state: 'none' } };
    },
    signIn: async ({ input, context, request }) => {
      const previous = await sessions.find(cookie.read(request));
      return handOver(await signIn.byPassword(input, context, previous), { sessions, cookie });
    },
    passkeyChallenge: async ({ context }) => ({
      body: await operatorPasskeys.requestOptions(context.address),
      cacheControl: NO_STORE,
    }),
    passkey: async ({ input, context, request }) => {
      const previous = await sessions.find(cookie.read(request));
      const token = await signIn.byPasskey(input.credential, context, previous);
      return handOver(token, { sessions, cookie });
    },
    secondFactor: async ({ input, context, request }) => {
      const pending = await sessions.find(cookie.read(request));
      if (pending?.state !== 'second-factor') throw new ApiError('session_required');
      return handOver(await signIn.byCode(pending, input.code, context), { sessions, cookie });
    },
    signOut: async ({ request, context: { address } }) => {
      const session = await sessions.find(cookie.read(request));
      if (session) {
        const actorId = session.account.id;
        await db.write(async (tx) => {
          await sessions.close(tx, session.id);
          await audit.record(tx, { action: 'portal.sign-out', actorId, address });
        });
      }
      return { body: {}, headers: cookie.take() };
    },
  };
}

/** Returns the cookie of a session that was just opened, with the session for the page. */
export async function handOver(
  token: string,
  { sessions, cookie }: { sessions: PageSessions; cookie: SessionCookie },
) {
  const session = await sessions.find(token);
  if (!session) throw new ApiError('session_required');
  return { body: toWire(session), headers: cookie.give(token, sessions.cookieSeconds) };
}

const toWire = ({ state, csrfToken, account }: PageSession): PortalSession => ({
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
