import { hash } from 'node:crypto';
import {
  createUnmappedLog,
  type Log,
  type SetTimer,
  setBackgroundTimer,
  type UnmappedLog,
} from '@azulejo/bridge';
import { type Unmapped, unmapped, unmappedOf } from '@azulejo/devices';
import { bridgeThing, groupOf, type ListedDevice, type ListedGroup, type Thing, thingOf } from './devices.ts';

type ListTopic = 'bridge/devices' | 'bridge/groups';

export type Network = {
  /** Stores a new list; only the newest is used. */
  receive(topic: ListTopic, payload: Buffer): void;
  /** Confirms that the lists are those of the running instance, because it has answered. */
  confirm(converters: string): void;
  /** Marks lists that arrive from now on as possibly old, because Zigbee2MQTT stopped. */
  markStale(): void;
  byTopic(topic: string): Thing | undefined;
  byKey(key: string): Thing | undefined;
  all(): readonly Thing[];
  bridge(): Thing;
  /** Whether the lists of the running instance were read. */
  isKnown(): boolean;
};

type Options = {
  readonly owner: string;
  readonly log: Log;
  onChange(things: readonly Thing[]): void;
  /** Subscribes to lists, or unsubscribes. They are received at first. */
  receiveLists(isWanted: boolean): void;
  readonly setTimer?: SetTimer;
};

/** A list is read when no newer one has arrived for this long (debounce). */
const SETTLE_MS = 200;
/** Time after which lists are received again (throttle). */
const PAUSE_MS = 2_000;

type Throttle = {
  read(): void;
  isWanted(): boolean;
  receiveLists(isWanted: boolean): void;
  readonly setTimer: SetTimer;
};

/**
 * Returns a function that reads a list soon after it is called. Zigbee2MQTT sends the whole list again for each
 * change, dozens a second while it configures devices. Those of 300 devices have 1.3 MB, so after each that is
 * read none is received for a while. Then the newest comes, since it is retained.
 */
function createThrottle({ read, isWanted, receiveLists, setTimer }: Throttle): () => void {
  let isWaiting = false;

  function request(): void {
    if (isWaiting || !isWanted()) return;
    isWaiting = true;
    setTimer(SETTLE_MS, () => {
      read();
      receiveLists(false);
      setTimer(PAUSE_MS, () => {
        isWaiting = false;
        receiveLists(true);
      });
    });
  }
  return request;
}

/** Tracks the newest lists that were received, and those that were used. */
function createLists() {
  const newest = new Map<ListTopic, Buffer>();
  const used = new Map<ListTopic, Buffer>();
  return {
    add: (topic: ListTopic, payload: Buffer): void => {
      const known = used.get(topic);
      newest.set(topic, known?.equals(payload) ? known : payload);
    },
    /** Whether there is a list of devices, and something that was not used. */
    isNew: (): boolean =>
      newest.has('bridge/devices') && [...newest].some(([topic, payload]) => used.get(topic) !== payload),
    use: (): Lists => {
      for (const [topic, payload] of newest) used.set(topic, payload);
      return { devices: used.get('bridge/devices'), groups: used.get('bridge/groups') };
    },
    forgetNewest: (): void => newest.clear(),
    forgetUsed: (): void => used.clear(),
  };
}

/**
 * Holds the devices and groups that Zigbee2MQTT has now. Retained lists may be those of an earlier instance, so they
 * wait until the running one has answered; everything that it sent before has arrived by then.
 */
export function createNetwork({
  owner,
  log,
  onChange,
  receiveLists,
  setTimer = setBackgroundTimer,
}: Options): Network {
  const read = createReader(owner, log);
  const lists = createLists();
  let things = new Map<string, Thing>();
  let topics = new Map<string, Thing>();
  let version = '0';
  let bridge = bridgeThing(version, owner);
  let isConfirmed = false;
  let isKnown = false;
  let isReceiving = true;

  function use(): void {
    if (!isConfirmed) return;
    things = read(lists.use(), version);
    topics = new Map([...things.values()].map((thing) => [thing.topic, thing]));
    isKnown = true;
    onChange([...things.values()]);
  }

  function setReceiving(isWanted: boolean): void {
    isReceiving = isWanted;
    // Lists in store may become outdated while none are received.
    if (!isWanted) lists.forgetNewest();
    receiveLists(isWanted);
  }

  const isWanted = () => isConfirmed && lists.isNew();
  const schedule = createThrottle({ read: use, isWanted, receiveLists: setReceiving, setTimer });

  return {
    receive: (topic, payload) => {
      // The list was in flight when the bridge unsubscribed.
      if (!isReceiving) return;
      lists.add(topic, payload);
      schedule();
    },
    confirm: (converters) => {
      isConfirmed = true;
      if (converters !== version) bridge = bridgeThing(converters, owner);
      version = converters;
      schedule();
    },
    markStale: () => {
      isConfirmed = false;
      isKnown = false;
      lists.forgetUsed();
    },
    byTopic: (topic) => topics.get(topic),
    byKey: (key) => (key === bridge.key ? bridge : things.get(key)),
    all: () => [...things.values()],
    bridge: () => bridge,
    isKnown: () => isKnown,
  };
}

type Lists = { readonly devices: Buffer | undefined; readonly groups: Buffer | undefined };
type ReadLists = (lists: Lists, version: string) => Map<string, Thing>;

/** Returns a function that reads lists, and maps only the devices that changed since the previous lists. */
function createReader(owner: string, log: Log): ReadLists {
  /** The mapped device of each key, and a hash of its source. */
  const made = new Map<string, { source: string; thing: Thing | undefined }>();

  const unmappedLog = createUnmappedLog(log, 'device');
  const listLog = createUnmappedLog(log, 'message');

  function make(id: unknown, label: unknown, from: () => unknown, create: () => Made): Thing | undefined {
    const key = textOf(id);
    const known = made.get(key);
    let source = '';
    let thing: Thing | undefined;
    let missed: readonly Unmapped[] = [];
    try {
      source = hash('sha256', JSON.stringify(from()), 'base64');
      if (known?.source === source) return known.thing;
      const found = create();
      thing = found && 'templateId' in found ? found : undefined;
      missed = thing ? unmappedOf(thing.definition) : found ? [found as Unmapped] : [];
    } catch (error) {
      // One device that cannot be described must not stop the others.
      missed = [unmapped('', 'not_described', String(error))];
    }
    unmappedLog.set({ key, name: textOf(label) || key }, missed);
    made.set(key, { source, thing });
    return thing;
  }

  return ({ devices, groups }, version) => {
    const things = new Map<string, Thing>();
    const listed = new Set<string>();
    for (const device of listIn<ListedDevice>('bridge/devices', devices, listLog)) {
      // The end points are left out: channels do not need them, and they change often.
      const { ieee_address: key, definition, friendly_name, disabled, power_source } = device;
      const from = () => [version, definition, friendly_name, disabled, power_source];
      const thing = make(key, friendly_name, from, () => madeOf(device, version, owner));
      listed.add(textOf(key));
      if (thing) things.set(key, thing);
    }
    for (const group of listIn<ListedGroup>('bridge/groups', groups, listLog)) {
      const key = `group-${textOf(group.id)}`;
      const templates = () => group.members.map((member) => things.get(member.ieee_address)?.templateId);
      const from = () => [version, group.friendly_name, templates()];
      const thing = make(key, group.friendly_name, from, () => madeOfGroup(group, things, version, owner));
      listed.add(key);
      if (thing) things.set(key, thing);
    }
    for (const key of made.keys()) if (!listed.has(key)) made.delete(key);
    unmappedLog.keepOnly(listed);
    return things;
  };
}

/** A device, or why there is none; undefined for what is no device. */
type Made = Thing | Unmapped | undefined;

const madeOf = (device: ListedDevice, version: string, owner: string): Made =>
  thingOf(device, version, owner) ??
  (device.type === 'Coordinator' ? undefined : unmapped('', 'no_definition'));

/** A group without members leaves nothing out. */
const madeOfGroup = (
  group: ListedGroup,
  things: ReadonlyMap<string, Thing>,
  version: string,
  owner: string,
): Made =>
  groupOf(group, things, version, owner) ??
  (group.members.length === 0 ? undefined : unmapped('', 'no_shared_features'));

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function listIn<Listed>(topic: string, payload: Buffer | undefined, log: UnmappedLog): Listed[] {
  if (!payload) return [];
  try {
    const value: unknown = JSON.parse(payload.toString());
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    log.set({ key: topic, name: topic }, []);
    return list.filter((each): each is Listed => typeof each === 'object' && each !== null);
  } catch (error) {
    log.set({ key: topic, name: topic }, [unmapped('', 'message_failed', String(error))]);
    return [];
  }
}
