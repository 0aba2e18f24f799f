import { type Bridge, type BridgeDevice, toTimestamp } from '@azulejo/contract';
import type { BridgeDevices, BridgeRecord } from '../../connections/bridges/index.ts';

type Known = { readonly isConnected: boolean; readonly devices: number };

export const toWireBridge = (
  { id, name, type, mqttUrl, username = '', baseTopic, state, problem, version, created }: BridgeRecord,
  { isConnected, devices }: Known,
): Bridge => ({
  id,
  href: `/v3/bridges/${id}`,
  type,
  name,
  mqtt_url: mqttUrl,
  username,
  base_topic: baseTopic,
  state,
  connected: isConnected,
  problem,
  version,
  devices,
  created: toTimestamp(created),
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
