import type { AccessState, Channel, Channels, Reports } from '@azulejo/bridge';
import type { Commands } from './commands.ts';
import type { Thing } from './devices.ts';
import { withFirmware } from './firmware.ts';
import type { Info } from './instance.ts';
import type { Network } from './network.ts';

type Message = Readonly<Record<string, unknown>>;

export type Tell = {
  /** Zigbee2MQTT says whether the device with this name answers. */
  availability(topic: string, isOnline: boolean): void;
  accessOf(thing: Thing): AccessState;
  /** A write was refused, which the platform shows as the device's state until something else is said. */
  refused(thing: Thing): void;
  /** Tells whether each channel's device can be reached, and how the bridge is. */
  all(): void;
  values(thing: Thing, message: Message): void;
};

type Dependencies = {
  readonly channels: Channels;
  readonly network: Network;
  readonly commands: Commands;
  readonly reports: Reports;
  readonly info: () => Info;
};

/** The limit of names, including those of devices that are not known yet. */
const MAX_NAMES = 10_000;

/** Returns how a device behind Zigbee2MQTT can be reached. */
function accessBehind({ isOnline }: Info, { isDisabled }: Thing, isOffline: boolean): AccessState {
  if (!isOnline) return 'api_unreachable';
  return isDisabled || isOffline ? 'unreachable' : 'ok';
}

function remember(offline: Map<string, boolean>, topic: string, isOffline: boolean): void {
  offline.set(topic, isOffline);
  if (offline.size > MAX_NAMES) offline.delete(offline.keys().next().value ?? '');
}

/** Returns the channel if it has what the device has now. */
function readyChannelOf(channels: Channels, { key, templateId }: Thing): Channel | undefined {
  const channel = channels.byKey(key);
  return channel?.templateId === templateId ? channel : undefined;
}

/** Returns what the channel of the bridge itself says. */
const bridgeMessage = ({ isOnline, version, problem, joinSeconds }: Info, devices: number): Message => ({
  connected: isOnline,
  version,
  problem,
  permit_join: joinSeconds > 0,
  permit_join_time_left: joinSeconds,
  devices,
});

/** Tells the platform about devices and the bridge. */
export function createTell({ channels, network, commands, reports, info }: Dependencies): Tell {
  const offline = new Map<string, boolean>();
  /** The state of each device that has no channel yet. There are at most as many as devices in the lists. */
  const early = new Map<string, Message>();
  /** Devices that refused a write, and were not heard since. */
  const doubtful = new Set<string>();

  const accessOf = (thing: Thing): AccessState =>
    thing === network.bridge() ? 'ok' : accessBehind(info(), thing, offline.get(thing.topic) === true);

  function access(key: string): void {
    const channel = channels.byKey(key);
    if (!channel) return;
    // A device that left is not listed any more; when it joins again, it has the same key.
    const thing = network.byKey(key);
    if (thing) reports.access(channel.id, channels.componentsOf(channel), accessOf(thing));
    else if (network.isKnown()) reports.access(channel.id, channels.componentsOf(channel), 'disconnected');
  }

  function values(thing: Thing, message: Message): void {
    const channel = readyChannelOf(channels, thing);
    const decoded = thing.codec.decode(withFirmware(message));
    const answers = commands.hear(thing, decoded);
    if (channel) {
      reports.values(channel.id, decoded, answers);
      if (doubtful.delete(thing.key)) access(thing.key);
    } else early.set(thing.key, { ...early.get(thing.key), ...message });
  }

  /** Reports what devices said before their channels were there, or had the right template. */
  function tellEarly(): void {
    for (const [key, message] of early) {
      const thing = network.byKey(key);
      const channel = thing && readyChannelOf(channels, thing);
      if (thing && !channel) continue;
      early.delete(key);
      if (channel) reports.forget(channel.id);
      if (thing) values(thing, message);
    }
  }

  return {
    accessOf,
    values,
    refused: ({ key }) => {
      doubtful.add(key);
      reports.forgetAccess(channels.byKey(key)?.id ?? '');
    },
    availability: (topic, isOnline) => {
      remember(offline, topic, !isOnline);
      const thing = network.byTopic(topic);
      if (thing) access(thing.key);
    },
    all: () => {
      tellEarly();
      for (const { key } of channels.all()) access(key);
      values(network.bridge(), bridgeMessage(info(), network.all().length));
    },
  };
}
