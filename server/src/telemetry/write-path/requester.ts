import type { ChannelAccess } from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';

/**
 * Finds the user on whose behalf the owner receives a request, since managers drop requests that name no user
 * (manager-sdk 4.1). Returns the actor's own id where the channel has no such user.
 * 1. The actor itself, if it is a user.
 * 2. The user with the oldest grant among those of the actor's application.
 * 3. The same for an application that the actor works for as a distributor.
 */
export function createRequesterOf(
  worksFor: (distributorId: string, applicationId: string) => Promise<boolean>,
) {
  return async ({ kind, id, clientId }: Actor, { users, owner }: ChannelAccess): Promise<string> => {
    if (kind === 'user' || owner === undefined || !('id' in owner) || owner.id === id) return id;
    const own = users.find((user) => user.clientId === clientId);
    if (own) return own.id;
    for (const applicationId of new Set(users.map((user) => user.clientId)))
      if (await worksFor(clientId, applicationId))
        return users.find((user) => user.clientId === applicationId)?.id ?? id;
    return id;
  };
}
