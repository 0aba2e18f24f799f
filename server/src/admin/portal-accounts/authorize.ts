import { timingSafeEqual } from 'node:crypto';
import {
  type AnyOperation,
  includesScope,
  type PortalAccess,
  type PortalRole,
  portalResources,
  portalScopeOf,
} from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import type { Audit, By } from '../../core/audit/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { userAgentOf } from '../../platform/http/headers.ts';
import type { Handlers as PlatformHandlers } from '../../platform/http/operations.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { AccountAuth, PageSession, PageSessions, Visitor } from '../../sign-in/auth/index.ts';
import type { SessionCookie } from './cookie.ts';
import type { PresentedToken } from './find-token.ts';
import { isAllowed } from './role.ts';
import type { Tokens } from './tokens.ts';

export type { Visitor };

type Caller = { id: string; email: string; name: string; role: PortalRole };

/** Who calls an operation: a page, a program with an access token, or the operator on the command line. */
type PortalCaller =
  | { readonly kind: 'page'; readonly account: Caller; readonly session: PageSession }
  | { readonly kind: 'program'; readonly account: Caller; readonly token: PresentedToken }
  | { readonly kind: 'operator' };

/** What is known of the caller of an operation that needs an account. */
export type PortalContext = Visitor & PortalCaller;

/** What is known of the caller of an operation, by the access that the operation needs. */
type Contexts = { public: Visitor } & Record<PortalAccess, PortalContext>;

export type PortalHandlers<Resource> = PlatformHandlers<Resource, Contexts>;

type Dependencies = {
  sessions: PageSessions;
  tokens: Tokens;
  cookie: SessionCookie;
  audit: Audit;
  operatorAuth: AccountAuth;
};

/** Matches the header of a request with an access token. Proxies may add other schemes. */
const BEARER = /^bearer +(\S+)$/i;

/** The only operation for which a token needs no scope: it is about the token itself. */
const CURRENT = portalResources.tokens.current.id;

/**
 * Authorizes a request to the portal: it needs an open session, or an access token with the scope, and an
 * account with the role.
 */
export function createPortalAuthorize(dependencies: Dependencies) {
  const { audit } = dependencies;
  const bySession = createSessionCheck(dependencies);
  const byToken = createTokenCheck(dependencies);

  return async function authorize(
    operation: AnyOperation,
    request: FastifyRequest,
  ): Promise<PortalContext | Visitor> {
    const visitor = { address: request.ip, userAgent: userAgentOf(request) };
    const bearer = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (operation.access === 'public') {
      if (isChange(request) && isForeign(request)) throw new ApiError('forged_request');
      return visitor;
    }
    const caller = bearer === undefined ? await bySession(request) : await byToken(bearer, request);
    const { account } = caller;
    request.account = account.id;
    try {
      if (caller.kind === 'program') requireScope(caller.token, operation);
      if (!isAllowed(account.role, operation.access as PortalAccess)) throw new ApiError('insufficient_role');
    } catch (error) {
      const action = `refused.portal.${operation.id}` as const;
      audit.refused({ action, actorId: account.id, address: visitor.address });
      throw error;
    }
    return { ...caller, ...visitor };
  };
}

/**
 * Authorizes what the command line asks for on this machine: everything. Whoever runs it could as well read and write
 * the data folder. Only a process that does not listen serves the operator (`cli/portal/operator.ts`).
 */
export const authorizeOperator = async (
  _operation: AnyOperation,
  request: FastifyRequest,
): Promise<PortalContext> => ({ kind: 'operator', address: request.ip, userAgent: undefined });

/**
 * Returns a function that finds the session of a request. A request that may change something must come from a
 * page of this origin. Such a page knows the session's token (OWASP: synchronizer token), which no other origin
 * can read. The cookie alone is not enough, and neither is `SameSite`, which distinguishes sites and not origins.
 */
function createSessionCheck({ sessions, cookie }: Dependencies) {
  return async function check(request: FastifyRequest): Promise<Extract<PortalCaller, { kind: 'page' }>> {
    if (isChange(request) && isForeign(request)) throw new ApiError('forged_request');
    const session = await sessions.find(cookie.read(request));
    if (session?.state !== 'open') throw new ApiError('session_required');
    const csrfToken = String(request.headers['x-csrf-token'] ?? '');
    if (isChange(request) && !equals(csrfToken, session.csrfToken)) {
      request.account = session.account.id;
      throw new ApiError('forged_request');
    }
    return { kind: 'page', account: session.account, session };
  };
}

/**
 * Returns a function that finds an access token. No browser adds one by itself, so that a page of another
 * origin cannot use it. Wrong tokens are counted, and too many cause `too_many_requests`.
 */
function createTokenCheck({ tokens, operatorAuth }: Dependencies) {
  return async function check(
    bearer: string,
    request: FastifyRequest,
  ): Promise<Extract<PortalCaller, { kind: 'program' }>> {
    const token = await tokens.find(bearer);
    if (!token) {
      await operatorAuth.limits.failedToken(request.ip);
      throw new ApiError('invalid_token', { detail: 'The access token is unknown, or was revoked.' });
    }
    return { kind: 'program', account: token.account, token };
  };
}

function requireScope({ scopes }: PresentedToken, operation: AnyOperation): void {
  if (operation.id === CURRENT) return;
  const needed = portalScopeOf(operation);
  if (needed === undefined)
    throw new ApiError('insufficient_scope', {
      detail: 'Access tokens cannot do this: sign in to the portal.',
    });
  if (!includesScope(scopes, needed))
    throw new ApiError('insufficient_scope', { detail: `The access token lacks the scope ${needed}.` });
}

const isChange = ({ method }: FastifyRequest): boolean => method !== 'GET' && method !== 'HEAD';

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

/** Returns the session for handlers of operations that neither an access token nor the operator may call. */
export function sessionOf(context: PortalContext): PageSession {
  if (context.kind !== 'page') throw new ApiError('session_required');
  return context.session;
}

/** Returns the account for handlers of operations about the caller's own account, which the operator has none of. */
export function accountOf(context: PortalContext): Caller {
  if (context.kind === 'operator') throw new ApiError('session_required');
  return context.account;
}

/** Returns who acts, for the audit log, where the operator on the command line has no account and no address. */
export const actorOf = (context: PortalContext): By =>
  context.kind === 'operator' ? {} : { actorId: context.account.id, address: context.address };

/** Counts a call towards the limit of its account. The operator, whose machine does the work, has no limit. */
export function countCall(limit: RateLimit, context: PortalContext): void {
  if (context.kind !== 'operator') limit.take(context.account.id);
}
