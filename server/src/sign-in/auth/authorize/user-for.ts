import {
  type HomeAccess,
  isSelf,
  type Principal,
  type Rule,
  type Subject,
} from '../../../core/access/index.ts';
import type { Applications } from '../../../identity/applications/index.ts';
import type { Users } from '../../../identity/users/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Authenticated } from './authenticate.ts';

type Dependencies = { users: Users; applications: Applications };

/** A person with the person's own home. */
type UserWithHome = Subject & { readonly homeId: string; readonly homeRevision: number };

/** Returns whether the path names the user of the token. */
export const isOwn = (named: string | undefined): boolean => named === 'me' || named === 'self';

/**
 * Finds the person or the home that the path names, if one of the rules gives the principal access. Otherwise throws
 * `forbidden` to users and `not_found` to clients, neither of which reveals whether there is one.
 */
export function createUserFor({ users, applications }: Dependencies) {
  async function userFor(
    { principal, userRevision, homeId, homeRevision }: Authenticated,
    rules: readonly Rule[],
    named: string,
  ): Promise<UserWithHome> {
    if (principal.kind === 'user') {
      const { id, clientId } = principal;
      if (homeId !== undefined && (isOwn(named) || isSelf(principal, { id: named, clientId })))
        return { id, clientId, revision: userRevision, homeId, homeRevision };
      throw new ApiError('forbidden');
    }
    const found = await users.findSubject(named);
    for (const rule of rules) if (found && (await relates(rule, principal, found))) return found;
    throw new ApiError('not_found');
  }

  async function relates({ relation }: Rule, principal: Principal, subject: Subject): Promise<boolean> {
    if (relation === 'application-of') return subject.clientId === principal.clientId;
    return relation === 'distributor-of' && applications.worksFor(principal.clientId, subject.clientId);
  }

  return {
    async subjectFor(authenticated: Authenticated, rules: readonly Rule[], named: string): Promise<Subject> {
      const { id, clientId, revision } = await userFor(authenticated, rules, named);
      return { id, clientId, revision };
    },

    async homeFor(authenticated: Authenticated, rules: readonly Rule[], named: string): Promise<HomeAccess> {
      const { homeId, homeRevision, clientId } = await userFor(authenticated, rules, named);
      const { kind, id, clientId: through } = authenticated.principal;
      return {
        id: homeId,
        applicationId: clientId,
        revision: homeRevision,
        actor: { kind, id, clientId: through },
      };
    },
  };
}
