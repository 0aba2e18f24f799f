import { timingSafeEqual } from 'node:crypto';
import type { AnyOperation, PortalAccess } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import type { Audit } from '../../core/audit/index.ts';
import type { Handlers as PlatformHandlers } from '../../platform/http/operations.ts';
import { Problem } from '../../platform/problem.ts';
import type { SessionCookie } from './cookie.ts';
import { isAllowed } from './role.ts';
import type { Session, Sessions, Visitor } from './sessions.ts';

/** What the handlers of the portal get in addition to the input. */
export type PortalContext = Visitor & {
  /** Set for all operations but `public` ones. */
  session: Session | undefined;
};

export type PortalHandlers<Resource> = PlatformHandlers<Resource, PortalContext>;

type Dependencies = { sessions: Sessions; cookie: SessionCookie; audit: Audit };

/**
 * Authorizes a request to the portal: it needs an open session whose account has the role. A request that may
 * change something must come from a page of this origin. Such a page knows the session's token (OWASP:
 * synchronizer token), which no other origin can read. The cookie alone is not enough, and neither is
 * `SameSite`, which distinguishes sites and not origins.
 */
export function createPortalAuthorize({ sessions, cookie, audit }: Dependencies) {
  return async function authorize(operation: AnyOperation, request: FastifyRequest): Promise<PortalContext> {
    const visitor = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    if (isChange && isForeign(request)) throw new Problem('forged_request');
    if (operation.access === 'public') return { session: undefined, ...visitor };
    const session = await sessions.find(cookie.read(request));
    if (session?.state !== 'open') throw new Problem('session_required');
    request.account = session.account.id;
    if (isChange && !equals(String(request.headers['x-csrf-token'] ?? ''), session.csrfToken))
      throw new Problem('forged_request');
    if (!isAllowed(session.account.role, operation.access as PortalAccess)) {
      audit.refused({
        action: `refused.portal.${operation.id}`,
        actorId: session.account.id,
        address: visitor.address,
      });
      throw new Problem('insufficient_role');
    }
    return { session, ...visitor };
  };
}

/**
 * Returns whether a browser says that the request comes from another origin. Other programs send no origin,
 * and have no cookie unless they were given one.
 */
function isForeign({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host;
}

function equals(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the session for handlers of operations that need one. */
export function sessionOf({ session }: PortalContext): Session {
  if (!session) throw new Error('An operation that needs a session was authorized without one.');
  return session;
}
