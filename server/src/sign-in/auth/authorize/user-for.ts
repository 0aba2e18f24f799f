import {
  HOME_PREFIX,
  type HomeAccess,
  isPerson,
  isSelf,
  type Principal,
  type Rule,
  type Subject,
} from '../../../core/access/index.ts';
import type { Channels } from '../../../devices/channels/index.ts';
import type { Applications } from '../../../identity/applications/index.ts';
import type { Users } from '../../../identity/users/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Authenticated } from './authenticate.ts';
import { createSeesFor } from './sees.ts';

type Dependencies = { users: Users; applications: Applications; channels: Channels };

/** A person with the person's own home. */
type UserWithHome = Subject & { readonly homeId: string; readonly homeRevision: number };

/** Returns whether the path names the user of the token. */
export const isOwn = (named: string | undefined): boolean => named === 'me' || named === 'self';

/**
 * Finds the person or the home that the path names, if one of the rules gives the principal access. Otherwise throws
 * `forbidden` to users and `not_found` to clients, neither of which reveals whether there is one.
 */
export function createUserFor({ users, applications, channels }: Dependencies) {
  const related = createRelated(applications);
  const seesFor = createSeesFor(channels);

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
    return related(principal, rules, await users.findSubject(named));
  }

  /** Finds the home by its name. A person's own costs no look-up, and nobody may open another's. */
  async function ownerFor(
    authenticated: Authenticated,
    rules: readonly Rule[],
    named: string,
  ): Promise<UserWithHome> {
    const { principal, homeId } = authenticated;
    const id = named.slice(HOME_PREFIX.length);
    if (principal.kind === 'client') return related(principal, rules, await users.findOwner(id));
    if (id !== homeId) throw new ApiError('forbidden');
    return userFor(authenticated, rules, 'me');
  }

  return {
    async subjectFor(authenticated: Authenticated, rules: readonly Rule[], named: string): Promise<Subject> {
      const { id, clientId, revision } = await userFor(authenticated, rules, named);
      return { id, clientId, revision };
    },

    async homeFor(authenticated: Authenticated, rules: readonly Rule[], named: string): Promise<HomeAccess> {
      const isHome = named.startsWith(HOME_PREFIX);
      const found = await (isHome ? ownerFor : userFor)(authenticated, rules, named);
      const { id: userId, homeId, homeRevision, clientId } = found;
      const { principal } = authenticated;
      const { kind, id, clientId: through } = principal;
      return {
        id: homeId,
        pathId: isHome ? named : found.id,
        applicationId: clientId,
        revision: homeRevision,
        actor: { kind, id, clientId: through },
        rights: principal.rights,
        isPerson: isPerson(principal, userId),
        sees: await seesFor(principal, userId),
      };
    },
  };
}

/** Returns a function that returns the person if one of the rules gives the client access, else throws `not_found`. */
function createRelated({ worksFor }: Pick<Applications, 'worksFor'>) {
  async function relates({ relation }: Rule, principal: Principal, subject: Subject): Promise<boolean> {
    if (relation === 'application-of') return subject.clientId === principal.clientId;
    return relation === 'distributor-of' && worksFor(principal.clientId, subject.clientId);
  }

  return async function related(
    principal: Principal,
    rules: readonly Rule[],
    found: UserWithHome | undefined,
  ): Promise<UserWithHome> {
    for (const rule of rules) if (found && (await relates(rule, principal, found))) return found;
    throw new ApiError('not_found');
  };
}
