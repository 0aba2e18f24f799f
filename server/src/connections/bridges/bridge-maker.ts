import type { Maker } from '../makers/index.ts';
import type { BridgeDevices } from './bridge-devices.ts';
import type { Bridges } from './bridges.ts';

/** Maximum number of devices of one kind that a person sees. */
const MAX_FOUND = 200;

type Dependencies = { bridges: Bridges; bridgeDevices: BridgeDevices };

/**
 * Creates the maker behind a bridge, for apps that add one kind of device after the other. It finds the
 * devices for the users of the bridge only: the templates of a bridge are listed for everyone.
 */
export function createBridgeMaker(managerId: string, { bridges, bridgeDevices }: Dependencies): Maker {
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
