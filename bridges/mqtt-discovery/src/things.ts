import { type Log, type Mapped, mapDefinition, type Thing } from '@azulejo/bridge';
import {
  type AnnouncedDevice,
  type Availability,
  createAvailability,
  type Exchange,
  exchangeOf,
  fitsFilter,
} from '@azulejo/devices/home-assistant';

/** An announced device, with what its channel needs. */
export type AnnouncedThing = Thing &
  Mapped & {
    readonly device: AnnouncedDevice;
    readonly exchange: Exchange;
    readonly availability: Availability;
    /** The newest message of each availability topic. */
    readonly presence: Map<string, string>;
  };

export function updateAvailability(thing: AnnouncedThing, topic: string, payload: string): void {
  if (thing.availability.topics.includes(topic)) thing.presence.set(topic, payload);
  thing.availability.update(topic, payload);
}

/** The listener of a message, and the topic or filter that matched it. */
export type Listener = { readonly thing: AnnouncedThing; readonly topic: string };

export type Things = {
  /** Replaces all devices. Returns the things; those of unchanged devices are the same objects. */
  update(devices: readonly AnnouncedDevice[]): readonly AnnouncedThing[];
  byKey(key: string): AnnouncedThing | undefined;
  all(): readonly AnnouncedThing[];
};

const SOURCE = { name: 'mqtt-discovery', version: '1' };

export function createThings(manager: string, log: Log): Things {
  let things = new Map<string, AnnouncedThing>();
  const make = (device: AnnouncedDevice, before: AnnouncedThing | undefined): AnnouncedThing => {
    const thing: AnnouncedThing = {
      key: device.key,
      name: device.name,
      ...mapDefinition(device.definition, SOURCE, manager),
      device,
      exchange: exchangeOf(device),
      availability: createAvailability(device.availability),
      presence: new Map(),
    };
    // A device that was only renamed keeps the availability that it reported before.
    for (const [topic, payload] of before?.presence ?? []) updateAvailability(thing, topic, payload);
    return thing;
  };
  function attempt(device: AnnouncedDevice, before: AnnouncedThing | undefined): AnnouncedThing | undefined {
    try {
      return before?.device === device ? before : make(device, before);
    } catch (error) {
      // One device that cannot be described must not stop the others.
      log('device_not_mapped', { device: device.key, reason: String(error) });
      return undefined;
    }
  }
  return {
    update: (devices) => {
      const known = things;
      const made = devices.map((device) => attempt(device, known.get(device.key)));
      things = new Map(made.filter((thing) => thing !== undefined).map((thing) => [thing.key, thing]));
      return [...things.values()];
    },
    byKey: (key) => things.get(key),
    all: () => [...things.values()],
  };
}

export type Topics = {
  /** Replaces the things. Returns the topics to subscribe to, and those to unsubscribe from. */
  replace(things: readonly AnnouncedThing[]): { added: string[]; removed: string[] };
  /** Returns the things that receive a message. */
  listeners(topic: string): readonly Listener[];
};

const MAX_TOPICS = 20_000;

const topicsOf = ({ exchange, availability }: AnnouncedThing) =>
  new Set([...exchange.topics, ...availability.topics]);

/** Maps topics to things. The few topics that are filters are tried one after another. */
export function createTopics(): Topics {
  let exact = new Map<string, AnnouncedThing[]>();
  let filters = new Map<string, AnnouncedThing[]>();
  const subscribed = () => new Set([...exact.keys(), ...filters.keys()]);
  return {
    replace: (things) => {
      const before = subscribed();
      exact = new Map();
      filters = new Map();
      for (const thing of things)
        for (const topic of topicsOf(thing)) {
          const map = /[+#]/.test(topic) ? filters : exact;
          const list = map.get(topic);
          if (list) list.push(thing);
          else if (exact.size + filters.size < MAX_TOPICS) map.set(topic, [thing]);
        }
      const after = subscribed();
      return {
        added: [...after].filter((topic) => !before.has(topic)),
        removed: [...before].filter((topic) => !after.has(topic)),
      };
    },
    listeners: (topic) => {
      const fitting = [...filters].filter(([filter]) => fitsFilter(filter, topic));
      return [...fitting, [topic, exact.get(topic) ?? []] as const].flatMap(([by, all]) =>
        all.map((thing) => ({ thing, topic: by })),
      );
    },
  };
}
