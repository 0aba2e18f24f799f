import { type ChannelRecord, MAX_NAME_LENGTH, resources } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels, OwnersRecord } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Tiles } from '../../home/tiles/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Makers } from '../makers/index.ts';
import { applicationDeviceHandlers, claimHandlers } from './application-devices-routes.ts';
import { createClaims } from './claims.ts';
import { createDeviceBatches } from './device-batches.ts';
import { createDeviceRecords } from './device-records.ts';
import { createDevices, type Devices } from './devices.ts';
import { type Consents, createGrants, type Grants } from './grants.ts';
import { createOwnedChannels, type OwnedChannels } from './owned-channels.ts';

type Needs = Platform & {
  applications: Applications;
  audit: Audit;
  channels: Channels;
  homes: Homes;
  makers: Makers;
  pairing: { consents: Consents };
  templates: Templates;
  tiles: Tiles;
  users: Users;
};

/** Manages channels of devices and managers, which grant them to applications and users (manager-sdk 2). */
export function devicesFeature(needs: Needs) {
  const { config, pairing } = needs;
  const { maxChannelsPerManager } = config;
  const devices = createDevices({ ...needs, maxChannelsPerManager });
  const grants = createGrants({ ...needs, consents: pairing.consents });
  const deviceRecords = createDeviceRecords(needs);
  const claims = createClaims({ ...needs, consents: pairing.consents, limits: config.rateLimits });
  return {
    api: { devices, deviceRecords, deviceBatches: createDeviceBatches(needs), grants },
    routes({ serve }) {
      serve(resources.devices, deviceHandlers(devices));
      serve(resources.grants, grantHandlers(grants));
      const ownedChannels = createOwnedChannels(needs);
      serve(resources.channelRecords, channelRecordHandlers({ ...needs, ownedChannels }));
      const managed = applicationDeviceHandlers({ ...needs, devices, deviceRecords });
      serve(resources.applicationDevices, managed);
      serve(resources.claims, claimHandlers(claims));
    },
  } satisfies Feature;
}

type Dependencies = { ownedChannels: OwnedChannels; channels: Channels };

/** Handles the operations with which owners manage their channels (managers 1.2). */
function channelRecordHandlers({
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

function deviceHandlers(devices: Devices): Handlers<typeof resources.devices> {
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

function grantHandlers(grants: Grants): Handlers<typeof resources.grants> {
  return {
    create: async ({ input, context }) => {
      const { channel } = context;
      const { role, client_id, requesting_client_id: requestingId } = input;
      await grants.create(context.principal.id, channel, { role, granteeId: client_id, requestingId });
      return { body: { channel: channel.channelId, client_id, role } };
    },
  };
}

/**
 * Returns the beginning of a channel's name, which is stored. Managers send the maker's name for the device, or
 * nothing (manager-sdk 2.1).
 */
const shortName = (name: string | null | undefined): string | undefined =>
  name === null || name === undefined ? undefined : [...name].slice(0, MAX_NAME_LENGTH).join('');
