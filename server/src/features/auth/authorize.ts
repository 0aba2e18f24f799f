import type { AnyOperation } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import type { Metrics } from '../../platform/metrics.ts';
import { Problem } from '../../platform/problem.ts';
import { type Context, type Principal, policies, type Rule, type Subject } from '../access/index.ts';
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
    if (operation.access !== 'user-resource') return { principal, subject: undefined, address };
    const named = String(input['user_id']);
    try {
      const subject = await subjectFor(authenticated, named);
      return { principal, subject, address };
    } catch (error) {
      if (error instanceof Problem && error.kind !== 'no_user') {
        metrics.refusals.inc({ rule: operation.access });
        audit.refused({
          action: `refused.${operation.id}`,
          actorId: principal.id,
          targetId: named.slice(0, 64),
          address,
        });
      }
      throw error;
    }
  };

  async function subjectFor(
    { principal, userRevision, homeRevision }: Authenticated,
    named: string,
  ): Promise<Subject> {
    const isOwn = named === 'me' || named === 'self';
    if (isOwn && principal.kind === 'client') throw new Problem('no_user');
    const rules = policies['user-resource'].filter((rule) => rule.principal === principal.kind);
    const permitted = rules.filter(
      (rule) => rule.scope === undefined || principal.scopes.includes(rule.scope),
    );
    if (permitted.length === 0) {
      const scopes = rules.map((rule) => rule.scope).join(' or ');
      throw new Problem('insufficient_scope', { detail: `This needs the scope ${scopes}.` });
    }
    if (principal.kind === 'user') {
      // One's own or nobody's: the same answer whether the other user exists or not.
      if (!isOwn && named !== principal.id) throw new Problem('forbidden');
      return { id: principal.id, clientId: principal.clientId, revision: userRevision, homeRevision };
    }
    const subject = await users.findSubject(named);
    for (const rule of permitted) if (subject && (await relates(rule, principal, subject))) return subject;
    throw new Problem('not_found');
  }

  async function relates(rule: Rule, principal: Principal, subject: Subject): Promise<boolean> {
    switch (rule.relation) {
      case 'application-of':
        return subject.clientId === principal.clientId;
      case 'distributor-of':
        return applications.worksFor(principal.clientId, subject.clientId);
      case 'self':
        return subject.id === principal.id;
      case 'anyone':
        return true;
    }
  }
}
