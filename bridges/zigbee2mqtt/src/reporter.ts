import {
  type AccessState,
  type Channel,
  type Channels,
  createUnmappedLog,
  type Log,
  type Reports,
} from '@azulejo/bridge';
import { type Unmapped, unmapped } from '@azulejo/devices';
import type { Commands } from './commands.ts';
import type { Thing } from './devices.ts';
import { withFirmware } from './firmware.ts';
import type { Info } from './instance.ts';
import type { Network } from './network.ts';

type Message = Readonly<Record<string, unknown>>;

export type Reporter = {
  /** Sets whether the device with this name is available. */
  setAvailability(topic: string, isOnline: boolean): void;
  accessOf(thing: Thing): AccessState;
  /** Marks a device that refused a write; the platform shows that as its state until another one is reported. */
  markRefused(thing: Thing): void;
  /** Reports for each channel whether its device can be reached, and the state of the bridge. */
  reportAll(): void;
  reportValues(thing: Thing, message: Message): void;
};

type Dependencies = {
  readonly channels: Channels;
  readonly network: Network;
  readonly commands: Commands;
  readonly reports: Reports;
  readonly info: () => Info;
  readonly log: Log;
};

/** Maximum number of names, including those of devices that are not known yet. */
const MAX_NAMES = 10_000;

/** Returns whether a device behind Zigbee2MQTT can be reached. */
function accessBehind({ isOnline }: Info, { isDisabled }: Thing, isOffline: boolean): AccessState {
  if (!isOnline) return 'api_unreachable';
  return isDisabled || isOffline ? 'unreachable' : 'ok';
}

/** Returns the state of a device that is not listed; undefined while that may change soon. */
function accessOfUnlisted(network: Network, { isOnline, isAwaited }: Info): AccessState | undefined {
  // A device that left the network is no longer listed; when it joins again, it has the same key.
  if (network.isKnown()) return 'disconnected';
  // Those that had left before Zigbee2MQTT stopped stay disconnected.
  const wasKnown = network.all().length > 0;
  return wasKnown || isOnline || isAwaited ? undefined : 'api_unreachable';
}

function remember(offline: Map<string, boolean>, topic: string, isOffline: boolean): void {
  offline.set(topic, isOffline);
  if (offline.size > MAX_NAMES) offline.delete(offline.keys().next().value ?? '');
}

/** Returns the channel of a device if it has the device's current template. */
function readyChannelOf(channels: Channels, { key, templateId }: Thing): Channel | undefined {
  const channel = channels.byKey(key);
  return channel?.templateId === templateId ? channel : undefined;
}

/** Returns the values of the bridge's own channel. */
const bridgeMessage = ({ isOnline, version, problem, joinSeconds }: Info, devices: number): Message => ({
  connected: isOnline,
  version,
  problem,
  permit_join: joinSeconds > 0,
  permit_join_time_left: joinSeconds,
  devices,
});

/** Returns a function that names each property once whose reports cannot be. Its last value stays. */
function createImpossibleLog(log: Log) {
  const unmappedLog = createUnmappedLog(log, 'values');
  const named = new Map<string, Map<string, Unmapped>>();
  return ({ key, name, codec }: Thing, message: Message): void => {
    for (const { property, value } of codec.impossibleIn(message)) {
      if (!named.has(key) && named.size >= MAX_NAMES) continue;
      const own = named.get(key) ?? new Map<string, Unmapped>();
      named.set(key, own);
      if (own.has(property)) continue;
      own.set(property, unmapped(property, 'impossible_value', String(value)));
      unmappedLog.set({ key, name }, [...own.values()]);
    }
  };
}

/** Reports the values and the availability of devices, and the state of the bridge, to the platform. */
export function createReporter({ channels, network, commands, reports, info, log }: Dependencies): Reporter {
  const offline = new Map<string, boolean>();
  /** The state of each device that has no channel yet; at most one for each listed device. */
  const early = new Map<string, Message>();
  const nameImpossible = createImpossibleLog(log);
  /** Devices that refused a write and have not reported since. */
  const doubtful = new Set<string>();

  const accessOf = (thing: Thing): AccessState =>
    thing === network.bridge() ? 'ok' : accessBehind(info(), thing, offline.get(thing.topic) === true);

  function reportAccess(key: string): void {
    const channel = channels.byKey(key);
    if (!channel) return;
    const thing = network.byKey(key);
    const state = thing ? accessOf(thing) : accessOfUnlisted(network, info());
    if (state !== undefined) reports.access(channel.id, channels.componentsOf(channel), state);
  }

  function reportValues(thing: Thing, message: Message): void {
    const channel = readyChannelOf(channels, thing);
    const decoded = thing.codec.decode(withFirmware(message));
    nameImpossible(thing, message);
    const answers = commands.settleWith(thing, decoded);
    if (!channel) return void early.set(thing.key, { ...early.get(thing.key), ...message });
    reports.values(channel.id, decoded, answers);
    if (doubtful.delete(thing.key)) reportAccess(thing.key);
  }

  /** Reports values that arrived before the channel existed or had the right template. */
  function reportEarly(): void {
    for (const [key, message] of early) {
      const thing = network.byKey(key);
      const channel = thing && readyChannelOf(channels, thing);
      if (thing && !channel) continue;
      early.delete(key);
      if (channel) reports.forget(channel.id);
      if (thing) reportValues(thing, message);
    }
  }

  return {
    accessOf,
    reportValues,
    markRefused: ({ key }) => {
      doubtful.add(key);
      reports.forgetAccess(channels.byKey(key)?.id ?? '');
    },
    setAvailability: (topic, isOnline) => {
      remember(offline, topic, !isOnline);
      const thing = network.byTopic(topic);
      if (thing) reportAccess(thing.key);
    },
    reportAll: () => {
      reportEarly();
      for (const { key } of channels.all()) reportAccess(key);
      reportValues(network.bridge(), bridgeMessage(info(), network.all().length));
    },
  };
}
