import { type Bridge, type BridgeDevice, toTimestamp } from '@azulejo/contract';
import type { BridgeDevices, BridgeRecord } from '../../connections/bridges/index.ts';

type Known = {
  readonly isConnected: boolean;
  readonly devices: number;
  readonly added: number;
  /** Names the user who reads it. */
  readonly userId: string;
};

export const toWireBridge = (
  { username = '', ...bridge }: BridgeRecord,
  { isConnected, devices, added, userId }: Known,
): Bridge => ({
  id: bridge.id,
  href: `/v3/bridges/${bridge.id}`,
  type: bridge.type,
  name: bridge.name,
  mqtt_url: bridge.mqttUrl,
  username,
  base_topic: bridge.baseTopic,
  state: bridge.state,
  connected: isConnected,
  problem: bridge.problem,
  version: bridge.version,
  devices,
  added,
  can_remove: bridge.creatorId === userId,
  created: toTimestamp(bridge.created),
});

type Listed = Awaited<ReturnType<BridgeDevices['list']>>['devices'][number];

export function toWireDevice({ channel, template }: Listed, picture: (name: string) => string): BridgeDevice {
  const { id, name, vendor, model, kind } = template;
  const slash = channel.name.indexOf('/');
  return {
    id: channel.id,
    name: channel.name,
    room: slash > 0 ? channel.name.slice(0, slash) : '',
    template: { id, name, vendor, model, kind },
    image: picture(template.picture),
    added: channel.granteeId !== null,
    found: toTimestamp(channel.created),
  };
}
