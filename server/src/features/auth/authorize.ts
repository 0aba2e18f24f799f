import type { AnyOperation } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import type { Metrics } from '../../platform/metrics.ts';
import { Problem } from '../../platform/problem.ts';
import { type Context, isSelf, type Principal, policies, type Rule, type Subject } from '../access/index.ts';
import type { Applications } from '../applications/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Users } from '../users/index.ts';
import type { Authenticated } from './authenticate.ts';

type Dependencies = {
  authenticate: (request: FastifyRequest) => Promise<Authenticated>;
  users: Users;
  applications: Applications;
  audit: Audit;
  metrics: Metrics;
};

/** Applies the policies to a call. */
export function createAuthorize({ authenticate, users, applications, audit, metrics }: Dependencies) {
  return async function authorize(
    operation: AnyOperation,
    request: FastifyRequest,
    input: Record<string, unknown>,
  ): Promise<Context> {
    const address = request.ip;
    if (operation.access === 'public') return { principal: undefined, subject: undefined, address };
    const authenticated = await authenticate(request);
    const { principal } = authenticated;
    const named = operation.access === 'user-resource' ? String(input['user_id']) : undefined;
    try {
      // `me` of a client is nobody, whatever its scopes.
      if (isOwn(named) && principal.kind === 'client') throw new Problem('no_user');
      const rules = permitted(policies[operation.access], principal);
      const subject = named === undefined ? undefined : await subjectFor(authenticated, rules, named);
      return { principal, subject, address };
    } catch (error) {
      if (error instanceof Problem && error.kind !== 'no_user') {
        metrics.refusals.inc({ rule: operation.access });
        audit.refused({
          action: `refused.${operation.id}`,
          actorId: principal.id,
          targetId: named?.slice(0, 64),
          address,
        });
      }
      throw error;
    }
  };

  async function subjectFor(
    { principal, userRevision, homeRevision }: Authenticated,
    rules: readonly Rule[],
    named: string,
  ): Promise<Subject> {
    if (principal.kind === 'user') {
      const own = { id: principal.id, clientId: principal.clientId, revision: userRevision, homeRevision };
      // One's own or nobody's: the same answer whether the other user exists or not.
      if (isOwn(named) || isSelf(principal, { ...own, id: named })) return own;
      throw new Problem('forbidden');
    }
    const subject = await users.findSubject(named);
    for (const rule of rules) if (subject && (await relates(rule, principal, subject))) return subject;
    throw new Problem('not_found');
  }

  async function relates({ relation }: Rule, principal: Principal, subject: Subject): Promise<boolean> {
    if (relation === 'application-of') return subject.clientId === principal.clientId;
    return relation === 'distributor-of' && applications.worksFor(principal.clientId, subject.clientId);
  }
}

const isOwn = (named: string | undefined): boolean => named === 'me' || named === 'self';

/** The rules that fit the kind of principal and its scopes. Throws `insufficient_scope` naming what is missing. */
function permitted(rules: readonly Rule[], principal: Principal): Rule[] {
  const ofKind = rules.filter((rule) => rule.principal === principal.kind);
  const fitting = ofKind.filter(({ scope }) => scope === undefined || principal.scopes.includes(scope));
  if (fitting.length > 0) return fitting;
  const scopes = ofKind.map(({ scope }) => scope).join(' or ');
  throw new Problem('insufficient_scope', { detail: `This needs the scope ${scopes}.` });
}
