import type { ChannelAccess } from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';

/**
 * Finds the user in whose name the owner is asked, since managers drop what names none (manager-sdk 4.1): the user who
 * speaks, else the one with the oldest grant of the application that speaks, else of an application that the distributor
 * who speaks works for. Returns the speaker's own id where the channel has no such user.
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
