import { isSelf, type Principal, type Rule, type Subject } from '../../../core/access/index.ts';
import type { Applications } from '../../../identity/applications/index.ts';
import type { Users } from '../../../identity/users/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Authenticated } from './authenticate.ts';

type Dependencies = { users: Users; applications: Applications };

/** Returns whether the path names the user of the token. */
export const isOwn = (named: string | undefined): boolean => named === 'me' || named === 'self';

/**
 * Finds the user that the path names if one of the rules gives the principal access to it. Otherwise throws
 * `forbidden` to users and `not_found` to clients, neither of which reveals whether the user exists.
 */
export function createSubjectFor({ users, applications }: Dependencies) {
  return async function subjectFor(
    { principal, userRevision, homeRevision }: Authenticated,
    rules: readonly Rule[],
    named: string,
  ): Promise<Subject> {
    if (principal.kind === 'user') {
      const own = { id: principal.id, clientId: principal.clientId, revision: userRevision, homeRevision };
      if (isOwn(named) || isSelf(principal, { ...own, id: named })) return own;
      throw new ApiError('forbidden');
    }
    const subject = await users.findSubject(named);
    for (const rule of rules) if (subject && (await relates(rule, principal, subject))) return subject;
    throw new ApiError('not_found');
  };

  async function relates({ relation }: Rule, principal: Principal, subject: Subject): Promise<boolean> {
    if (relation === 'application-of') return subject.clientId === principal.clientId;
    return relation === 'distributor-of' && applications.worksFor(principal.clientId, subject.clientId);
  }
}
