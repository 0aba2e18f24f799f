import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Tiles } from '../../home/tiles/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Makers } from '../makers/index.ts';
import { applicationDeviceHandlers, claimHandlers } from './application-devices-routes.ts';
import { channelRecordHandlers } from './channel-records-routes.ts';
import { createClaims } from './claims.ts';
import { createDeviceBatches } from './device-batches.ts';
import { createDeviceRecords } from './device-records.ts';
import { createDevices } from './devices.ts';
import { deviceHandlers, grantHandlers } from './devices-routes.ts';
import { type Consents, createGrants } from './grants.ts';
import { createOwnedChannels } from './owned-channels.ts';

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
  const { maxChannelsPerManager, maxDevicesPerHome } = config;
  const devices = createDevices({ ...needs, maxChannelsPerManager });
  const grants = createGrants({ ...needs, consents: pairing.consents, maxDevicesPerHome });
  const deviceRecords = createDeviceRecords(needs);
  const claims = createClaims({ ...needs, limits: config.rateLimits, maxDevicesPerHome });
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
