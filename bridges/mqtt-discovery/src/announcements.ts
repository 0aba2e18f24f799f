import { createHash } from 'node:crypto';
import { createUnmappedLog, type Log, type MqttClient, type SetTimer, setSystemTimer } from '@azulejo/bridge';
import {
  type AnnouncedDevice,
  type Announcement,
  aliasesOf,
  announcedDevice,
  FIRST_SHELLIES,
  isDiscoveryTopic,
  isTasmotaTopic,
  type Message,
  NotMapped,
  readAnnouncement,
  readFirstShelly,
  readShelly,
  readTasmota,
  type Unmapped,
  unmapped,
  unmappedOf,
} from '@azulejo/devices/home-assistant';
import { createFirstShellies, FIRST_SHELLY_TOPICS } from './first-shellies.ts';
import { createLimitLog } from './limit-log.ts';
import type { Options } from './options.ts';
import { createShellies, SHELLY_TOPICS } from './shellies.ts';

export type Announcements = {
  /** Handles a message if it is one of discovery, and returns whether it is. */
  handle(topic: string, payload: string): boolean;
  /** Returns whether the last message of a Shelly with this prefix says that it is offline. */
  isOffline(prefix: string): boolean;
  close(): void;
};

type StoredAnnouncement = {
  readonly hash: string;
  readonly length: number;
  readonly announcement: Announcement | undefined;
};

/** A device is announced by many messages, so it is updated when none has arrived for this long … */
const SETTLE_MS = 1_000;
/** … or after this time at the latest. */
const MAX_SETTLE_MS = 5_000;
const MAX_MESSAGES = 20_000;
const MAX_DEVICES = 1_000;
/** Maximum number of characters of all announcements; those of a thousand devices have fewer than ten million. */
const MAX_TOTAL = 32_000_000;
const MAX_TASMOTA = 16_384;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

type Dependencies = {
  readonly log: Log;
  onChange(devices: readonly AnnouncedDevice[]): void;
  /** Returns whether there is a channel with this key: a device keeps the one that it was created with. */
  readonly hasChannel?: (key: string) => boolean;
  /** Sends messages to devices that describe themselves only on request. */
  request(messages: readonly Message[]): void;
  readonly setTimer?: SetTimer;
};

/** Subscribes to the messages that announce devices. `onDone` is called with the error, if there is one. */
export function subscribeToAnnouncements(
  client: MqttClient,
  { discoveryPrefix, tasmotaPrefix }: Options,
  onDone: (error: Error | null) => void,
): void {
  client.subscribe([`${discoveryPrefix}/#`, `${tasmotaPrefix}/#`], onDone);
  // Only devices of Shelly use these topics, and an MQTT server may forbid them.
  client.subscribe([...SHELLY_TOPICS, ...FIRST_SHELLY_TOPICS]);
}

/** Collects the messages that announce devices, and updates the devices that changed. */
export function createAnnouncements(
  { discoveryPrefix, tasmotaPrefix, skipped }: Options,
  { log, onChange, request, hasChannel = () => false, setTimer = setSystemTimer }: Dependencies,
): Announcements {
  const messages = new Map<string, StoredAnnouncement>();
  const tasmota = createTasmota(tasmotaPrefix, log);
  const updates = createDeviceUpdates(messages, { log, onChange, hasChannel, setTimer });
  const unread = createUnmappedLog(log, 'message');
  let total = 0;

  function put(topic: string, text: string, read: () => Announcement | undefined): void {
    const before = messages.get(topic);
    const hash = hashOf(text);
    if (before?.hash === hash || (!before && text === '')) return;
    const more = text.length - (before?.length ?? 0);
    if ((!before && messages.size >= MAX_MESSAGES) || (more > 0 && total + more > MAX_TOTAL)) {
      unread.set(topicOf(topic), [unmapped('', 'too_many_messages')]);
      return;
    }
    total += more;
    const { announcement, reason } = accepted(read, skipped);
    unread.set(topicOf(topic), reason ? [reason] : []);
    if (text === '') messages.delete(topic);
    else messages.set(topic, { hash, length: text.length, announcement });
    if (before?.announcement || announcement) updates.changed();
  }

  const putRead = (topic: string, announcement: Announcement | undefined) =>
    put(topic, announcement ? JSON.stringify(announcement) : '', () => announcement);
  const shellies = createShellies({
    request,
    log,
    onAnswers: (prefix, answers) => putRead(`${prefix}/online`, answers && readShelly(prefix, answers)),
  });
  const firstShellies = createFirstShellies({
    request,
    log,
    onAnswers: (id, answers) => putRead(`${FIRST_SHELLIES}/${id}/announce`, readFirstShelly(answers)),
  });

  return {
    handle: (topic, payload) => {
      // These messages can also contain values, so they are handled further.
      shellies.handle(topic, payload);
      firstShellies(topic, payload);
      const own = below(discoveryPrefix, topic);
      if (own !== undefined && isDiscoveryTopic(own)) {
        put(topic, payload.trim(), () => readAnnouncement(own, payload));
        return true;
      }
      const tasmotas = below(tasmotaPrefix, topic);
      if (tasmotas === undefined || !isTasmotaTopic(tasmotas)) return false;
      for (const { part, text, read } of tasmota(tasmotas, payload)) put(part, text, read);
      return true;
    },
    isOffline: shellies.isOffline,
    close: updates.close,
  };
}

type UpdateOptions = {
  readonly log: Log;
  readonly hasChannel: (key: string) => boolean;
  readonly onChange: (devices: readonly AnnouncedDevice[]) => void;
  readonly setTimer: SetTimer;
};

/** Updates the devices when the messages about them have settled (debounce). */
function createDeviceUpdates(
  messages: ReadonlyMap<string, StoredAnnouncement>,
  { log, onChange, hasChannel, setTimer }: UpdateOptions,
) {
  const devices = new Map<string, AnnouncedDevice>();
  /** The messages of which each device was made, or could not be made. */
  let made = new Map<string, readonly Announcement[]>();
  const unmappedLog = createUnmappedLog(log, 'device');
  let timer: Disposable | undefined;
  let waitingSince = 0;

  function update(): void {
    timer = undefined;
    const all = [...messages.values()].flatMap(({ announcement }) => announcement ?? []);
    const groups = new Map([...groupsOf(all)].map((group) => [keyOf(group, hasChannel), group]));
    const limited = new Set<string>();
    for (const key of devices.keys()) if (!groups.has(key)) devices.delete(key);
    for (const [key, group] of groups) {
      const before = made.get(key);
      if (before?.length === group.length && group.every((each, index) => each === before[index])) continue;
      if (devices.has(key) || devices.size < MAX_DEVICES) add(key, group);
      else {
        groups.delete(key);
        unmappedLog.set({ key, name: group[0]?.device.name || key }, [unmapped('', 'too_many_devices')]);
        limited.add(key);
      }
    }
    made = groups;
    unmappedLog.keepOnly(new Set([...groups.keys(), ...limited]));
    onChange([...devices.values()]);
  }

  function add(key: string, group: readonly Announcement[]): void {
    const [first, ...others] = group;
    devices.delete(key);
    if (!first) return;
    try {
      const device = announcedDevice({ ...first, device: { ...first.device, key } }, ...others);
      // A device without features would have nothing to show.
      if (device.definition.features.length > 0) devices.set(key, device);
      unmappedLog.set(device, leftOutOf(device));
    } catch (error) {
      // One device that cannot be described must not stop the others.
      unmappedLog.set({ key, name: key }, [unmapped('', 'not_described', String(error))]);
    }
  }

  return {
    /** Schedules the update of the devices. */
    changed: () => {
      if (!timer) waitingSince = performance.now();
      timer?.[Symbol.dispose]();
      const left = waitingSince + MAX_SETTLE_MS - performance.now();
      timer = setTimer(Math.max(0, Math.min(SETTLE_MS, left)), update);
    },
    close: () => timer?.[Symbol.dispose](),
  };
}

function leftOutOf({ definition, unmapped: missed }: AnnouncedDevice): readonly Unmapped[] {
  const all = [...missed, ...unmappedOf(definition)];
  return definition.features.length === 0 && all.length === 0 ? [unmapped('', 'no_features')] : all;
}

/** Returns the messages of each device: those that have an identifier or an address in common are about one. */
function groupsOf(announcements: readonly Announcement[]): Iterable<readonly Announcement[]> {
  const parents = new Map<string, string>();
  const rootOf = (alias: string): string => {
    let root = alias;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    if (root !== alias) parents.set(alias, root);
    return root;
  };
  for (const { device } of announcements) {
    const [first = '', ...others] = aliasesOf(device).map(rootOf);
    for (const root of others) if (root !== first && rootOf(root) !== first) parents.set(rootOf(root), first);
  }
  return Map.groupBy(announcements, ({ device }) => rootOf(aliasesOf(device)[0] ?? '')).values();
}

/** Returns the key of a device: the one that its channel has, or else the first in the order of the alphabet. */
function keyOf(group: readonly Announcement[], hasChannel: (key: string) => boolean): string {
  const keys = [...new Set(group.map(({ device }) => device.key))].toSorted();
  const others = group.flatMap(({ device }) => device.identifiers);
  return [...keys, ...others].find(hasChannel) ?? keys[0] ?? '';
}

const below = (prefix: string, topic: string): string | undefined =>
  topic.startsWith(`${prefix}/`) ? topic.slice(prefix.length + 1) : undefined;

const topicOf = (topic: string) => ({ key: topic, name: topic });

type Accepted = { readonly announcement?: Announcement | undefined; readonly reason?: Unmapped };

/** Returns the announcement of a message; undefined for a removal, and for one that is skipped or cannot be read. */
function accepted(read: () => Announcement | undefined, skipped: readonly string[]): Accepted {
  try {
    const announcement = read();
    const { origin = '', identifiers = [] } = announcement?.device ?? {};
    const isSkipped = skipped.some(
      (name) =>
        origin.toLowerCase() === name ||
        identifiers.some((identifier) => identifier.toLowerCase().startsWith(`${name}_`)),
    );
    return isSkipped ? {} : { announcement };
  } catch (error) {
    const isKnown = error instanceof NotMapped;
    return {
      reason: isKnown
        ? unmapped('', error.code, error.detail)
        : unmapped('', 'message_failed', String(error)),
    };
  }
}

type TasmotaMessage = {
  readonly part: string;
  readonly text: string;
  readonly read: () => Announcement | undefined;
};

/** Pairs the two messages of each Tasmota device: the one about its sensors needs the topics of the other. */
function createTasmota(prefix: string, log: Log) {
  const payloads = new Map<string, string>();
  const unread = createUnmappedLog(log, 'size');
  const logLimit = createLimitLog(log);

  function store(topic: string, payload: string): void {
    if (payload.trim() === '') payloads.delete(topic);
    else if (!payloads.has(topic) && payloads.size >= 2 * MAX_DEVICES) logLimit(topic);
    else if (payload.length <= MAX_TASMOTA) payloads.set(topic, payload);
    if (payload.trim() !== '')
      unread.set(
        topicOf(`${prefix}/${topic}`),
        payload.length > MAX_TASMOTA ? [unmapped('', 'too_large')] : [],
      );
  }

  return (topic: string, payload: string): TasmotaMessage[] => {
    const [mac = ''] = topic.split('/');
    store(topic, payload);
    const config = payloads.get(`${mac}/config`) ?? '';
    return ['config', 'sensors'].map((part) => {
      const own = payloads.get(`${mac}/${part}`) ?? '';
      const text = own === '' || config === '' ? '' : `${config} ${own}`;
      const read = () => readTasmota(`${mac}/${part}`, own, config);
      return { part: `${prefix}/${mac}/${part}`, text, read };
    });
  };
}
