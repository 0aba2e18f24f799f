import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Maker } from '../makers/index.ts';
import { createBridgeDevices } from './bridge-devices.ts';
import { createBridgeMaker } from './bridge-maker.ts';
import { createBridges } from './bridges.ts';

type Needs = Platform & {
  applications: Applications;
  audit: Audit;
  channels: Channels;
  homes: Homes;
  templates: Templates;
  users: Users;
};

/** Stores bridges: their settings, their state and their devices. `admin/bridges` runs them. */
export function bridgesFeature(needs: Needs) {
  const bridges = createBridges(needs);
  const { maxDevicesPerHome } = needs.config;
  const bridgeDevices = createBridgeDevices({ ...needs, maxDevicesPerHome });
  return {
    api: {
      bridges,
      bridgeDevices,

      /** Returns the maker behind a bridge; undefined for another manager. */
      bridgeMakerOf: async (managerId: string): Promise<Maker | undefined> =>
        (await bridges.find(managerId)) && createBridgeMaker(managerId, { bridges, bridgeDevices }),

      /** Returns the bridges whose devices the user may not add. */
      async bridgesClosedTo(userId: string): Promise<string[]> {
        const open = new Set((await bridges.ofUser(userId)).map(({ id }) => id));
        return (await bridges.list()).map(({ id }) => id).filter((id) => !open.has(id));
      },
    },
  } satisfies Feature;
}
