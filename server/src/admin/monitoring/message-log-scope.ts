import type { TraceRecord, TraceScope } from '../../core/message-trace/index.ts';

type Concerned = Pick<TraceRecord, 'party' | 'claimedId' | 'channel' | 'address'>;

/**
 * Returns whether the message was sent by the party that the scope names, or on a channel that this party may
 * access.
 */
export function isWithin({ clientId, userId, channelId }: TraceScope, concerned: Concerned): boolean {
  if (channelId !== undefined) return concerned.address?.channelId === channelId;
  if (userId !== undefined) return concernsUser(userId, concerned);
  return clientId === undefined || concernsClient(clientId, concerned);
}

function concernsUser(id: string, { party, channel }: Concerned): boolean {
  if (party?.kind === 'user' && party.id === id) return true;
  return channel?.users.some((user) => user.id === id) ?? false;
}

function concernsClient(id: string, { party, claimedId, channel }: Concerned): boolean {
  if (party?.clientId === id || claimedId === id) return true;
  if (!channel) return false;
  const { owner, applications, users } = channel;
  const isOwner = owner !== undefined && 'id' in owner && owner.id === id;
  return isOwner || applications.includes(id) || users.some(({ clientId }) => clientId === id);
}
