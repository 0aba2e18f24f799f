import type { AccessState, Channels, Reports } from '@azulejo/bridge';
import type { Commands } from './commands.ts';
import type { Thing } from './devices.ts';
import type { Info } from './instance.ts';
import type { Network } from './network.ts';

export type Tell = {
  /** Zigbee2MQTT says whether the device with this name answers. */
  availability(topic: string, isOnline: boolean): void;
  accessOf(thing: Thing): AccessState;
  /** Tells whether each channel's device can be reached, and how the bridge is. */
  all(): void;
  values(thing: Thing, message: Readonly<Record<string, unknown>>): void;
};

type Dependencies = {
  readonly channels: Channels;
  readonly network: Network;
  readonly commands: Commands;
  readonly reports: Reports;
  readonly info: () => Info;
};

/** Of devices that are not known yet, too. */
const MAX_NAMES = 10_000;

/** Tells the platform about devices and the bridge. */
export function createTell({ channels, network, commands, reports, info }: Dependencies): Tell {
  const offline = new Map<string, boolean>();

  function accessOf(thing: Thing): AccessState {
    if (thing.key === network.bridge().key) return 'ok';
    if (!info().isOnline) return 'api_unreachable';
    return thing.isDisabled || offline.get(thing.topic) ? 'unreachable' : 'ok';
  }

  function access(key: string): void {
    const channel = channels.byKey(key);
    if (!channel) return;
    // A device that left is not listed any more; when it joins again, it has the same key.
    const thing = network.byKey(key);
    if (thing) reports.access(channel.id, channels.componentsOf(channel), accessOf(thing));
    else if (network.isKnown()) reports.access(channel.id, channels.componentsOf(channel), 'disconnected');
  }

  function values(thing: Thing, message: Readonly<Record<string, unknown>>): void {
    const decoded = thing.codec.decode(message);
    commands.hear(thing, decoded);
    const channel = channels.byKey(thing.key);
    if (channel) reports.values(channel.id, decoded);
  }

  return {
    accessOf,
    values,
    availability: (topic, isOnline) => {
      offline.set(topic, !isOnline);
      if (offline.size > MAX_NAMES) offline.delete(offline.keys().next().value ?? '');
      const thing = network.byTopic(topic);
      if (thing) access(thing.key);
    },
    all: () => {
      for (const { key } of channels.all()) access(key);
      const { isOnline, version, problem, joinSeconds } = info();
      values(network.bridge(), {
        connected: isOnline,
        version,
        problem,
        permit_join: joinSeconds > 0,
        permit_join_time_left: joinSeconds,
        devices: network.all().length,
      });
    },
  };
}
