import { isTopicText } from '../topic-text.ts';
import { isMembers, isSameText, type Members, NotMapped, textOf } from './text.ts';
import { templateIn } from './value-template.ts';

type Source = {
  readonly topic: string;
  read(payload: string): boolean | undefined;
};

/** The availability messages of an entity. */
export type AvailabilityRule = {
  readonly mode: 'all' | 'any' | 'latest';
  readonly sources: readonly Source[];
};

const MAX_SOURCES = 10;

/** Returns the rule of an entity; undefined for one that can always be used. */
export function availabilityOf(config: Members): AvailabilityRule | undefined {
  const list = Array.isArray(config['availability'])
    ? config['availability'].filter(isMembers)
    : isMembers(config['availability'])
      ? [config['availability']]
      : [];
  const single = { topic: config['availability_topic'], value_template: config['availability_template'] };
  const { payload_available, payload_not_available } = config;
  const entries = list.length > 0 ? list : [{ ...single, payload_available, payload_not_available }];
  const sources = entries.slice(0, MAX_SOURCES).flatMap(sourceOf);
  if (sources.length === 0) return undefined;
  const mode = config['availability_mode'];
  return { mode: mode === 'all' || mode === 'any' ? mode : 'latest', sources };
}

function sourceOf(entry: Members): Source[] {
  const { topic, payload_available: online = 'online', payload_not_available: offline = 'offline' } = entry;
  if (typeof topic !== 'string' || !isTopicText(topic) || /[+#]/.test(topic)) return [];
  const template = optionalTemplate(entry['value_template']);
  const read = (payload: string) => {
    const text = textOf(template ? template(payload) : payload);
    if (isSameText(text, online)) return true;
    return isSameText(text, offline) ? false : undefined;
  };
  return [{ topic, read }];
}

/** Returns the template; undefined if it is not supported, since messages may still be the two words. */
function optionalTemplate(value: unknown) {
  try {
    return templateIn(value);
  } catch (error) {
    if (error instanceof NotMapped) return undefined;
    throw error;
  }
}

/** The state that a message has for a source of a rule. */
export type AvailabilityState = {
  readonly rule: number;
  readonly source: number;
  readonly isAvailable: boolean;
};

/** Returns what a message says by these rules, without changing anything. */
export const readAvailability = (
  rules: readonly AvailabilityRule[],
  topic: string,
  payload: string,
): AvailabilityState[] =>
  rules.flatMap(({ sources }, rule) =>
    sources.flatMap((each, source) => {
      const isAvailable = each.topic === topic ? each.read(payload) : undefined;
      return isAvailable === undefined ? [] : [{ rule, source, isAvailable }];
    }),
  );

export type Availability = {
  readonly topics: readonly string[];
  update(states: readonly AvailabilityState[]): void;
  /** Returns whether the device is available; undefined until a message about it has arrived. */
  isAvailable(): boolean | undefined;
};

/** Tracks the availability of a device. It is available while any of its entities is. */
export function createAvailability(rules: readonly AvailabilityRule[]): Availability {
  const followed = rules.map((rule) => ({
    rule,
    states: rule.sources.map((): boolean | undefined => undefined),
    latest: undefined as boolean | undefined,
  }));
  const isUsable = ({ rule: { mode }, states, latest }: (typeof followed)[number]) => {
    if (mode === 'latest') return latest;
    if (states.every((state) => state === undefined)) return undefined;
    return mode === 'all' ? states.every((state) => state === true) : states.includes(true);
  };
  return {
    topics: [...new Set(rules.flatMap(({ sources }) => sources.map(({ topic }) => topic)))],
    update: (states) => {
      for (const { rule, source, isAvailable } of states) {
        const each = followed[rule];
        if (!each) continue;
        each.states[source] = isAvailable;
        each.latest = isAvailable;
      }
    },
    isAvailable: () => {
      if (followed.length === 0) return true;
      const all = followed.map(isUsable);
      if (all.includes(true)) return true;
      return all.includes(false) ? false : undefined;
    },
  };
}
