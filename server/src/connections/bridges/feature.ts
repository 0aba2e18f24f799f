import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Maker } from '../makers/index.ts';
import { type BridgeDevices, createBridgeDevices } from './bridge-devices.ts';
import { type Bridges, createBridges } from './bridges.ts';

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
  const bridgeDevices = createBridgeDevices(needs);
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

/** Maximum number of devices of one kind that a person sees. */
const MAX_FOUND = 200;

type Dependencies = { bridges: Bridges; bridgeDevices: BridgeDevices };

/**
 * Creates the maker behind a bridge, for apps that add one kind of device after the other. It finds the
 * devices for the users of the bridge only: the templates of a bridge are listed for everyone.
 */
function createBridgeMaker(managerId: string, { bridges, bridgeDevices }: Dependencies): Maker {
  const isUser = async (userId: string) => (await bridges.usersOf(managerId)).includes(userId);
  return {
    managerId,
    begin: async () => undefined,
    finish: async () => undefined,

    async list({ userId, templateId }) {
      if (!(await isUser(userId))) return [];
      const channels = await bridgeDevices.ofTemplate(managerId, userId, templateId, MAX_FOUND);
      return channels.map(({ id, name }) => ({ remoteKey: id, name }));
    },

    async add({ userId }, chosen) {
      if (!(await isUser(userId))) return [];
      const wanted = chosen.map(({ remoteKey, name }) => ({ id: remoteKey, name }));
      await bridgeDevices.add(managerId, userId, wanted);
      return chosen.map(({ id, remoteKey }) => ({ id, channelId: remoteKey }));
    },
  };
}
