import { type BridgeCheck, type PortalBridge, portalResources } from '@azulejo/contract';
import type { CountedBridge } from '../../admin/bridges/index.ts';
import { installation } from '../../config/installation.ts';
import { readConnection } from '../../connections/bridges/index.ts';
import type { OpenPlatform } from '../open-platform.ts';
import type { Call } from '../remote/client.ts';
import type { AddedBridge, BridgePort, ShownBridge } from './ports.ts';

const operations = portalResources.bridges;

/** Manages the bridges in the database of this machine. */
export function localBridges({ features: { bridgeOperator } }: OpenPlatform): BridgePort {
  return {
    list: async () => (await bridgeOperator.list()).map(toShown),
    async add({ settings, ...input }) {
      const { bridge, found, environment } = await bridgeOperator.add({
        ...input,
        connection: readConnection(settings),
      });
      const command = installation.bridgeCommands[settings.type];
      return { bridge: toShown(bridge), found, external: environment && { command, environment } };
    },
    async set(id, changes, isChecked) {
      const { bridge, found } = await bridgeOperator.change(id, changes, { isChecked });
      return { bridge: toShown(bridge), found };
    },
    setUser: (id, userId, mayAdd) => bridgeOperator.setUser(id, userId, mayAdd),
    remove: (id) => bridgeOperator.remove(id),
  };
}

/** Manages the bridges of a remote server. */
export const remoteBridges = (call: Call): BridgePort => ({
  list: async () => (await call(operations.list, {})).bridges.map(fromWire),
  async add({ settings: { type, mqttUrl, username, password, baseTopic }, name, userIds, isChecked }) {
    const wire = toWire({ mqttUrl, username, password, baseTopic });
    const added = await call(operations.create, {
      type,
      mqtt_url: mqttUrl,
      ...wire,
      ...(name !== undefined && { name }),
      user_ids: [...userIds],
      check: isChecked,
    });
    return { ...fromReply(added), external: externalOf(added.environment) };
  },
  set: async (bridge_id, changes, check) =>
    fromReply(await call(operations.update, { bridge_id, ...toWire(changes), check })),
  async setUser(bridge_id, user_id, mayAdd) {
    await call(mayAdd ? operations.share : operations.unshare, { bridge_id, user_id });
  },
  async remove(bridge_id) {
    await call(operations.remove, { bridge_id });
  },
});

type Wire = { mqtt_url?: string; username?: string; password?: string; base_topic?: string };
type Changes = Parameters<BridgePort['set']>[1];

const toWire = ({ mqttUrl, username, password, baseTopic }: Changes): Wire => ({
  ...(mqttUrl !== undefined && { mqtt_url: mqttUrl }),
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
  ...(baseTopic !== undefined && { base_topic: baseTopic }),
});

const toShown = ({ creatorId: _creator, revision: _revision, ...bridge }: CountedBridge): ShownBridge =>
  bridge;

const fromWire = ({
  mqtt_url,
  base_topic,
  connected: _connected,
  created,
  ...bridge
}: PortalBridge): ShownBridge => ({
  ...bridge,
  username: bridge.username === '' ? undefined : bridge.username,
  mqttUrl: mqtt_url,
  baseTopic: base_topic,
  created: Date.parse(created),
});

const fromReply = ({ bridge, found }: { bridge: PortalBridge; found: BridgeCheck | null }) => ({
  bridge: fromWire(bridge),
  found: found ?? undefined,
});

const externalOf = (
  environment: readonly { name: string; value: string }[] | undefined,
): AddedBridge['external'] =>
  environment && {
    command: undefined,
    environment: Object.fromEntries(environment.map(({ name, value }) => [name, value])),
  };
