import { createUnmappedLog, type Log, type Mapped, mapDefinition, type Thing } from '@azulejo/bridge';
import {
  type AnnouncedDevice,
  type Availability,
  createAvailability,
  type Decoded,
  type Exchange,
  exchangeOf,
  fitsFilter,
  unmapped,
} from '@azulejo/devices/home-assistant';
import type { Evaluation, Evaluations } from './evaluations.ts';

/** An announced device, with what its channel needs. */
export type AnnouncedThing = Thing &
  Mapped & {
    readonly device: AnnouncedDevice;
    readonly exchange: Exchange;
    readonly availability: Availability;
    /** The newest message of each availability topic. */
    readonly presence: Map<string, string>;
    /** Evaluates the messages; undefined for a device without templates that have to be evaluated. */
    readonly evaluation: Evaluation | undefined;
  };

/** Returns what a message says of the device; undefined when its templates cannot be evaluated. */
export async function decode(
  { exchange, evaluation, availability, presence }: AnnouncedThing,
  topic: string,
  payload: string,
): Promise<Decoded | undefined> {
  if (availability.topics.includes(topic)) presence.set(topic, payload);
  return evaluation ? evaluation.decode(topic, payload) : exchange.decode(topic, payload);
}

const MAX_NAMES = 3;
const MAX_NAME = 40;

const quarantinedOf = (things: readonly AnnouncedThing[]): readonly AnnouncedThing[] =>
  things.filter(({ evaluation }) => evaluation?.isQuarantined());

/** Returns the status of the devices whose templates are not evaluated: how many, and what people should know. */
export const quarantineStatus = (things: readonly AnnouncedThing[]) => ({
  problem: quarantineProblem(things),
  quarantined: quarantinedOf(things).length,
});

/** Returns what people should know of the devices whose templates are not evaluated; empty when there are none. */
function quarantineProblem(things: readonly AnnouncedThing[]): string {
  const names = quarantinedOf(things).map(({ name }) => `"${name.slice(0, MAX_NAME)}"`);
  if (names.length === 0) return '';
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  const who = `${names.slice(0, MAX_NAMES).join(', ')}${more}`;
  const [is, whose] = names.length === 1 ? ['is', 'its'] : ['are', 'their'];
  return `${who} ${is} ignored, because ${whose} templates take too much time or memory. Correct the announcement of the device, or restart the bridge to try again.`;
}

/** The listener of a message, and the topic or filter that matched it. */
export type Listener = { readonly thing: AnnouncedThing; readonly topic: string };

export type Things = {
  /** Replaces all devices. Returns the things; those of unchanged devices are the same objects. */
  update(devices: readonly AnnouncedDevice[]): readonly AnnouncedThing[];
  byKey(key: string): AnnouncedThing | undefined;
  all(): readonly AnnouncedThing[];
};

type Dependencies = {
  readonly manager: string;
  readonly log: Log;
  readonly evaluations: Pick<Evaluations, 'open'>;
};

const SOURCE = { name: 'mqtt-discovery', version: '1' };

export function createThings({ manager, log, evaluations }: Dependencies): Things {
  const unmappedLog = createUnmappedLog(log, 'thing');
  let things = new Map<string, AnnouncedThing>();
  const make = (device: AnnouncedDevice, before: AnnouncedThing | undefined): AnnouncedThing => ({
    key: device.key,
    name: device.name,
    ...mapDefinition(device.definition, SOURCE, manager),
    device,
    exchange: exchangeOf(device),
    availability: createAvailability(device.availability),
    // A device that was only renamed keeps the availability that it reported before.
    presence: new Map(before?.presence),
    evaluation: device.isEvaluated ? evaluations.open(device) : undefined,
  });
  function attempt(device: AnnouncedDevice, before: AnnouncedThing | undefined): AnnouncedThing | undefined {
    const { key, name } = device;
    try {
      const thing = before?.device === device ? before : make(device, before);
      unmappedLog.set({ key, name }, []);
      return thing;
    } catch (error) {
      // One device that cannot be described must not stop the others.
      unmappedLog.set({ key, name }, [unmapped('', 'not_described', String(error))]);
      return undefined;
    }
  }
  return {
    update: (devices) => {
      const known = things;
      unmappedLog.keepOnly(new Set(devices.map(({ key }) => key)));
      const made = devices.map((device) => attempt(device, known.get(device.key)));
      things = new Map(made.filter((thing) => thing !== undefined).map((thing) => [thing.key, thing]));
      for (const [key, { evaluation }] of known) if (things.get(key) !== known.get(key)) evaluation?.close();
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
export function createTopics(log: Log): Topics {
  const unmappedLog = createUnmappedLog(log, 'topics');
  let exact = new Map<string, AnnouncedThing[]>();
  let filters = new Map<string, AnnouncedThing[]>();
  const subscribed = () => new Set([...exact.keys(), ...filters.keys()]);
  return {
    replace: (things) => {
      const before = subscribed();
      exact = new Map();
      filters = new Map();
      unmappedLog.keepOnly(new Set(things.map(({ key }) => key)));
      for (const thing of things) {
        let isWhole = true;
        for (const topic of topicsOf(thing)) {
          const map = /[+#]/.test(topic) ? filters : exact;
          const list = map.get(topic);
          if (list) list.push(thing);
          else if (exact.size + filters.size < MAX_TOPICS) map.set(topic, [thing]);
          else isWhole = false;
        }
        unmappedLog.set(thing, isWhole ? [] : [unmapped('', 'too_many_topics')]);
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
