import { ACCESS, isReadable, propertiesOf, valueKey } from '@azulejo/model';
import type { Channel, Property, Tile } from '../api/types.generated.ts';
import { toNumber } from './number.ts';
import { isReachable } from './reachable.ts';
import { isSame } from './same.ts';
import type { Values } from './values.ts';

/** `alarm`: people or the house are in danger. `attention`: something to look at, without danger. */
export type Severity = 'alarm' | 'attention' | 'normal';

/** Sorted by importance, the most important first. */
const kinds = [
  'smoke',
  'carbon-monoxide',
  'gas',
  'leak',
  'siren',
  'unreachable',
  'unlocked',
  'open',
  'tampered',
  'battery-low',
] as const;
export type ConditionKind = (typeof kinds)[number];

/** The reason why a tile is not `normal`. */
export type Condition = {
  readonly kind: ConditionKind;
  readonly severity: 'alarm' | 'attention';
  /** Text for people, e.g. `Carbon monoxide`. */
  readonly text: string;
  /** Text that fits on a tile, e.g. `CO`. */
  readonly short: string;
  readonly component: string;
  readonly property: string;
  /** When the property got its current value, in epoch milliseconds; absent where that is unknown. */
  readonly since?: number;
};

/** The times on which a rendered tile depends, in addition to the values. */
export type Moment = {
  /** Epoch milliseconds. */
  readonly now?: number | undefined;
  /** When each property got its current value, by `valueKey`, in epoch milliseconds. */
  readonly since?: ReadonlyMap<string, number> | undefined;
};

/** A property that may cause a condition of its tile. */
export type Watched = { readonly component: string; readonly property: string; readonly rule: Rule };

type Known = {
  readonly value: unknown;
  readonly now: number | undefined;
  readonly since: number | undefined;
};

type Rule = Pick<Condition, 'kind' | 'severity' | 'text' | 'short'> & {
  readonly holds: (known: Known) => boolean;
  /** Returns when the rule will begin to hold without a new value. */
  readonly dueAt?: (known: Known) => number | undefined;
};

/** How long a door may be open before it is reported, so that walking through it is not. */
const OPEN_MS = 10 * 60_000;
const LOW_BATTERY_PERCENT = 15;

const isTrue = ({ value }: Known) => isSame(value, true);
const isNearlyEmpty = ({ value }: Known) => (toNumber(value) ?? 100) <= LOW_BATTERY_PERCENT;
const openDueAt = ({ value, since }: Known) =>
  isSame(value, true) && since !== undefined ? since + OPEN_MS : undefined;

function isOpenTooLong(known: Known): boolean {
  const dueAt = openDueAt(known);
  return dueAt !== undefined && known.now !== undefined && dueAt <= known.now;
}

function alarm(kind: ConditionKind, text: string, short = text): Rule {
  return { kind, severity: 'alarm', text, short, holds: isTrue };
}

function attention(kind: ConditionKind, text: string, holds: Rule['holds']): Rule {
  return { kind, severity: 'attention', text, short: text, holds };
}

const unreachable = attention('unreachable', 'No answer', ({ value }) => !isReachable(value));
const siren = alarm('siren', 'Siren');

/** Keyed by the last two words of a property's class. */
const rules: ReadonlyMap<string, Rule> = new Map([
  ['safety.smoke', alarm('smoke', 'Smoke')],
  ['safety.carbon-monoxide', alarm('carbon-monoxide', 'Carbon monoxide', 'CO')],
  ['safety.gas', alarm('gas', 'Gas')],
  ['safety.water-leak', alarm('leak', 'Water leak', 'Leak')],
  ['safety.alarm', siren],
  ['safety.alarm-alarm-1', siren],
  ['safety.alarm-alarm-2', siren],
  ['security.locked', attention('unlocked', 'Unlocked', ({ value }) => isSame(value, false))],
  [
    'security.lock-state',
    attention('unlocked', 'Not fully locked', ({ value }) => value === 'not_fully_locked'),
  ],
  ['security.open', { ...attention('open', 'Open', isOpenTooLong), dueAt: openDueAt }],
  ['security.tamper', attention('tampered', 'Tampered', isTrue)],
  ['battery.battery-low', attention('battery-low', 'Battery low', isTrue)],
  ['battery.battery', attention('battery-low', 'Battery low', isNearlyEmpty)],
]);

function ruleOf({ classes }: Property): Rule | undefined {
  for (const name of classes) {
    const rule = rules.get(name.split('.').slice(-2).join('.'));
    if (rule) return rule;
  }
  return undefined;
}

const known = new WeakMap<Channel, WeakMap<Tile, readonly Watched[]>>();

/** Returns the properties that decide a tile's severity, including the `access` of each of its components. */
export function watchedOf(tile: Tile, channel: Channel): readonly Watched[] {
  const ofChannel = known.get(channel) ?? new WeakMap<Tile, readonly Watched[]>();
  const found = ofChannel.get(tile) ?? findWatched(tile, channel);
  known.set(channel, ofChannel.set(tile, found));
  return found;
}

function findWatched(tile: Tile, channel: Channel): readonly Watched[] {
  return tile.components.flatMap((component) => [
    { component: component.id, property: ACCESS, rule: unreachable },
    ...propertiesOf(channel, component).flatMap((property) => {
      const rule = isReadable(property) && ruleOf(property);
      return rule ? [{ component: component.id, property: property.id, rule }] : [];
    }),
  ]);
}

/** Returns whether one of the tile's properties can cause an alarm. */
export const mayAlarm = (tile: Tile, channel: Channel): boolean =>
  watchedOf(tile, channel).some(({ rule }) => rule.severity === 'alarm');

export type Judgement = {
  readonly severity: Severity;
  /** The most important condition that holds. */
  readonly condition?: Condition;
  /** When to judge again even if no value has changed, in epoch milliseconds. */
  readonly dueAt?: number;
};

/** Returns the severity of a tile and its reason. An alarm outranks everything else. */
export function judge(
  watched: readonly Watched[],
  values: Values,
  { now, since: times = new Map() }: Moment,
): Judgement {
  const inputs = watched.map(({ component, property, rule }) => {
    const key = valueKey(component, property);
    return { component, property, rule, value: values.get(key), now, since: times.get(key) };
  });
  const held = inputs.filter((each) => each.value !== undefined && each.rule.holds(each));
  const [first] = [...held].sort((one, other) => placeOf(one) - placeOf(other));
  const due = inputs
    .flatMap((each) => each.rule.dueAt?.(each) ?? [])
    .filter((time) => now !== undefined && time > now);
  const dueAt = due.length > 0 ? { dueAt: Math.min(...due) } : {};
  if (!first) return { severity: 'normal', ...dueAt };
  const { component, property, since, rule } = first;
  const { kind, severity, text, short } = rule;
  const condition = { kind, severity, text, short, component, property };
  return { severity, condition: since === undefined ? condition : { ...condition, since }, ...dueAt };
}

const placeOf = ({ rule }: Watched) => kinds.indexOf(rule.kind);
