import type { ChannelRecord, resources } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import type { By } from '../../core/audit/index.ts';
import type { Channels, OwnersRecord } from '../../devices/channels/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { OwnedChannels } from './owned-channels.ts';
import { shortName } from './short-name.ts';

type Dependencies = { ownedChannels: OwnedChannels; channels: Channels };

/** Handles the operations with which owners manage their channels (managers 1.2). */
export function channelRecordHandlers({
  ownedChannels,
  channels,
}: Dependencies): Handlers<typeof resources.channelRecords> {
  return {
    get: async ({ input, context }) => {
      const { owner } = context.channel;
      const isOwner = owner !== undefined && 'id' in owner && owner.id === context.principal.id;
      return { body: toRecord(await ownedChannels.get(input.channel_id), isOwner) };
    },

    update: async ({ input, context }) => {
      const { channel_id, channeltemplate_id: templateId } = input;
      const name = shortName(input.name)?.trim();
      if (name === '') throw invalidField('name', 'must not be blank');
      if (name === undefined && templateId === undefined)
        throw invalidField('name', 'or channeltemplate_id is required');
      const changes = { name, templateId };
      return { body: toRecord(await ownedChannels.update(actorOf(context), channel_id, changes), true) };
    },

    remove: async ({ input, context }) => {
      await ownedChannels.remove(actorOf(context), input.channel_id);
      return { body: {} };
    },

    subscriptions: async ({ context }) => {
      const { channelId: channel, users } = context.channel;
      const elements = users.map(({ id, clientId }) => {
        return { channel, client_id: id, requesting_client_id: clientId, role: 'user' as const };
      });
      return { body: { elements } };
    },

    ofUser: async ({ input, context }) => {
      const { id: callerId } = context.principal;
      const found = await channels.findOfUser(callerId, input.user_id, input.channel_id);
      if (!found) return { isEmpty: true };
      return { body: { elements: [{ channel: toRecord(found, found.creatorId === callerId) }] } };
    },
  };
}

const actorOf = (context: SignedIn): By => ({ actorId: context.principal.id, address: context.address });

const toRecord = ({ id, templateId, name, remoteKey }: OwnersRecord, isOwner: boolean): ChannelRecord => ({
  id,
  channeltemplate_id: templateId,
  href: `/v3/channels/${id}`,
  ...(isOwner && { name, ...(remoteKey !== undefined && { remote_key: remoteKey }) }),
});
