import type { Property } from '@azulejo/contract';
import { ACCESS, valueKey } from './address.ts';
import { isReadable, propertiesOf } from './bindings.ts';
import type { OwnState } from './dictionary.ts';
import { isSame, toNumber } from './scalars.ts';

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
  /** Shown to people, e.g. `Carbon monoxide`. */
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
  /** Measured in epoch milliseconds. */
  readonly now?: number;
  /** When each property got its current value, by `valueKey`, in epoch milliseconds. */
  readonly since?: ReadonlyMap<string, number>;
};

/** A property that may cause a condition of its device. */
export type Watched = { readonly component: string; readonly property: string; readonly rule: ConditionRule };

export type ConditionRule = Pick<Condition, 'kind' | 'severity' | 'text' | 'short'> & {
  /** Returns whether the value is one of the condition. */
  readonly holds: (value: unknown) => boolean;
  /** How long the value must last before the condition holds; 0 for immediately. */
  readonly afterMs: number;
};

/** How long a door may be open before it is reported, so that walking through it is not. */
const OPEN_MS = 10 * 60_000;
const LOW_BATTERY_PERCENT = 15;

/** A device with remote control disabled refuses commands but still reports its measurements. */
const reachable: ReadonlySet<unknown> = new Set(['ok', 'connected', 'remote_control_disabled']);

/** Returns whether a device that reported this `access` can be reached. One that never reported it can. */
export const isReachable = (access: unknown): boolean => access === undefined || reachable.has(access);

const isTrue = (value: unknown) => isSame(value, true);
const isNearlyEmpty = (value: unknown) => (toNumber(value) ?? 100) <= LOW_BATTERY_PERCENT;

function alarm(kind: ConditionKind, text: OwnState, short: OwnState = text): ConditionRule {
  return { kind, severity: 'alarm', text, short, holds: isTrue, afterMs: 0 };
}

function attention(kind: ConditionKind, text: OwnState, holds: ConditionRule['holds']): ConditionRule {
  return { kind, severity: 'attention', text, short: text, holds, afterMs: 0 };
}

const unreachable = attention('unreachable', 'No answer', (value) => !isReachable(value));
const siren = alarm('siren', 'Siren');

/** Keyed by the last two words of a property's class. */
const rules: ReadonlyMap<string, ConditionRule> = new Map([
  ['safety.smoke', alarm('smoke', 'Smoke')],
  ['safety.carbon-monoxide', alarm('carbon-monoxide', 'Carbon monoxide', 'CO')],
  ['safety.gas', alarm('gas', 'Gas')],
  ['safety.water-leak', alarm('leak', 'Water leak', 'Leak')],
  ['safety.alarm', siren],
  ['safety.alarm-alarm-1', siren],
  ['safety.alarm-alarm-2', siren],
  ['security.locked', attention('unlocked', 'Unlocked', (value) => isSame(value, false))],
  ['security.lock-state', attention('unlocked', 'Not fully locked', (value) => value === 'not_fully_locked')],
  ['security.open', { ...attention('open', 'Open', isTrue), afterMs: OPEN_MS }],
  ['security.tamper', attention('tampered', 'Tampered', isTrue)],
  ['battery.battery-low', attention('battery-low', 'Battery low', isTrue)],
  ['battery.battery', attention('battery-low', 'Battery low', isNearlyEmpty)],
]);

function ruleOf({ classes }: Pick<Property, 'classes'>): ConditionRule | undefined {
  for (const name of classes) {
    const rule = rules.get(name.split('.').slice(-2).join('.'));
    if (rule) return rule;
  }
  return undefined;
}

/** The kinds of conditions that are alarms. */
const alarmKinds = ['smoke', 'carbon-monoxide', 'gas', 'leak', 'siren'] as const satisfies ConditionKind[];
export type AlarmKind = (typeof alarmKinds)[number];

export type AlarmRule = { readonly kind: AlarmKind; readonly holds: (value: unknown) => boolean };

/** Returns when a property raises an alarm; undefined for one that never does. */
export function alarmRuleOf(property: Pick<Property, 'io' | 'classes'>): AlarmRule | undefined {
  const rule = isReadable(property) ? ruleOf(property) : undefined;
  const kind = alarmKinds.find((each) => each === rule?.kind);
  return rule && kind && { kind, holds: rule.holds };
}

/** Returns the properties that decide the severity of the components, including their `access`. */
export function findWatched(
  components: readonly { readonly id: string; readonly type: string }[],
  channel: { readonly properties: readonly Pick<Property, 'id' | 'io' | 'classes' | 'components'>[] },
): readonly Watched[] {
  return components.flatMap((component) => [
    { component: component.id, property: ACCESS, rule: unreachable },
    ...propertiesOf(channel, component).flatMap((property) => {
      const rule = isReadable(property) && ruleOf(property);
      return rule ? [{ component: component.id, property: property.id, rule }] : [];
    }),
  ]);
}

export type Judgement = {
  readonly severity: Severity;
  /** The most important condition that holds. */
  readonly condition?: Condition;
  /** The other kinds of conditions that hold, such as a low battery of an unlocked lock. */
  readonly alsoHolds?: readonly ConditionKind[];
  /** When to judge again even if no value has changed, in epoch milliseconds. */
  readonly dueAt?: number;
};

/** Returns the severity of a tile and its reason. An alarm outranks everything else. */
export function judge(
  watched: readonly Watched[],
  values: ReadonlyMap<string, unknown>,
  { now, since: times = new Map() }: Moment,
): Judgement {
  const lasting = watched.flatMap(({ component, property, rule }) => {
    const key = valueKey(component, property);
    const value = values.get(key);
    const since = times.get(key);
    if (value === undefined || !rule.holds(value)) return [];
    return [{ component, property, rule, since, from: holdsFrom(rule, since) }];
  });
  const held = lasting.filter(({ rule, from }) => rule.afterMs === 0 || (now !== undefined && from <= now));
  const [first, ...others] = [...held].sort((one, other) => placeOf(one) - placeOf(other));
  const due = lasting.flatMap(({ from }) =>
    now !== undefined && from > now && from < Number.POSITIVE_INFINITY ? [from] : [],
  );
  const dueAt = due.length > 0 ? { dueAt: Math.min(...due) } : {};
  if (!first) return { severity: 'normal', ...dueAt };
  const { component, property, since, rule } = first;
  const { kind, severity, text, short } = rule;
  const condition = { kind, severity, text, short, component, property };
  const also = [...new Set(others.map((each) => each.rule.kind))].filter((each) => each !== kind);
  return {
    severity,
    condition: since === undefined ? condition : { ...condition, since },
    ...(also.length > 0 && { alsoHolds: also }),
    ...dueAt,
  };
}

/** Returns when the condition begins to hold. A delay whose beginning is unknown does not end. */
const holdsFrom = ({ afterMs }: ConditionRule, since: number | undefined): number =>
  afterMs === 0 ? 0 : (since ?? Number.POSITIVE_INFINITY) + afterMs;

const placeOf = ({ rule }: Pick<Watched, 'rule'>) => kinds.indexOf(rule.kind);
