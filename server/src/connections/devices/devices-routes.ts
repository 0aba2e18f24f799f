import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Devices } from './devices.ts';
import type { Grants } from './grants.ts';
import { shortName } from './short-name.ts';

export function deviceHandlers(devices: Devices): Handlers<typeof resources.devices> {
  return {
    createChannel: async ({ input, context }) => {
      const id = await devices.createChannel(context.principal.id, {
        templateId: input.channeltemplate_id,
        name: shortName(input.name),
        remoteKey: input.remote_key,
      });
      return { body: { id } };
    },
  };
}

export function grantHandlers(grants: Grants): Handlers<typeof resources.grants> {
  return {
    create: async ({ input, context }) => {
      const { channel } = context;
      const { role, client_id, requesting_client_id: requestingId } = input;
      await grants.create(context.principal.id, channel, { role, granteeId: client_id, requestingId });
      return { body: { channel: channel.channelId, client_id, role } };
    },
  };
}
