import { toNumber } from '@azulejo/model';
import { formatNumber } from '@azulejo/units';
import type { Property, Tile } from '../api/types.generated.ts';
import type { Feature, Features } from './features.ts';
import { type DisplayPreferences, renderSlot, type Slot } from './slot.ts';

export type WideKind = 'climate' | 'meter' | 'cover';

const kinds: Readonly<Record<string, WideKind>> = { thermostat: 'climate', meter: 'meter', cover: 'cover' };

/** Returns what a tile of twice the width shows at its end, which is known before its channel is. */
export const wideKindOf = ({ components }: Pick<Tile, 'components'>): WideKind | undefined =>
  kinds[components[0]?.type ?? ''];

/** A figure in large type; of a temperature without the letter of its scale. */
export type Reading = { readonly text: string; readonly unit: string };

/** One of the keys of a cover. */
export type Movement = {
  readonly name: 'open' | 'stop' | 'close';
  readonly label: string;
  /** Written when the button is pressed. */
  readonly value: unknown;
  /** Whether a press would change nothing, as far as the platform knows. */
  readonly isIdle: boolean;
};

/** The contents of a tile of twice the width, each part only if it is known. */
export type Wide =
  | {
      readonly kind: 'climate';
      readonly reading?: Reading;
      /** The set-point, e.g. `21.5°`. */
      readonly target?: string;
      readonly activity?: 'heating' | 'cooling' | 'off';
    }
  | {
      readonly kind: 'meter';
      readonly reading?: Reading;
      readonly power?: Address;
      /** The counter from which the consumption of a day is calculated. */
      readonly energy?: Address;
      /** The counter's value, with its unit. */
      readonly total?: string;
    }
  | {
      readonly kind: 'cover';
      /** How far it is open, 0 to 1. */
      readonly position?: number;
      readonly motion?: 'opening' | 'closing';
      readonly address?: Address;
      readonly movements: readonly Movement[];
    };

type Address = { readonly component: string; readonly property: string };

type Known = {
  readonly features: Features;
  readonly read: (feature: Feature | undefined) => unknown;
  readonly preferences: DisplayPreferences;
};

export function wideOf(kind: WideKind, known: Known): Wide {
  if (kind === 'climate') return climateOf(known);
  return kind === 'meter' ? meterOf(known) : coverOf(known);
}

/** Returns a value with its unit as on a tile: `21.3°`, since all of a home's temperatures have the same scale. */
export const withUnit = ({ text, unit }: Pick<Slot, 'text' | 'unit'>): string =>
  /^°[CF]$/.test(unit) ? `${text}°` : unit === '' ? text : `${text} ${unit}`;

function slotOf(feature: Feature | undefined, { read, preferences }: Known): Slot | undefined {
  if (!feature) return undefined;
  const { component, property } = feature;
  const part = { componentType: '', property: property.id, type: 'text-unit', options: {} } as const;
  const slot = renderSlot({ part, component, property }, read(feature), preferences);
  return slot.value === undefined ? undefined : slot;
}

function climateOf(known: Known): Wide {
  const { temperature, setpoint, activity, mode } = known.features;
  const now = slotOf(temperature, known);
  const target = slotOf(setpoint, known);
  const doing = activityOf(known.read(activity), known.read(mode));
  return {
    kind: 'climate',
    ...(now && { reading: { text: now.text, unit: '°' } }),
    ...(target && { target: withUnit(target) }),
    ...(doing && { activity: doing }),
  };
}

function activityOf(activity: unknown, mode: unknown): 'heating' | 'cooling' | 'off' | undefined {
  if (mode === 'off') return 'off';
  const text = String(activity ?? '');
  if (/heat/i.test(text)) return 'heating';
  return /cool/i.test(text) ? 'cooling' : undefined;
}

function meterOf(known: Known): Wide {
  const { power, energy } = known.features;
  const now = slotOf(power, known);
  const total = slotOf(energy, known);
  return {
    kind: 'meter',
    ...(now && { reading: powerReading(now, known.preferences) }),
    ...(power && { power: addressOf(power) }),
    ...(energy && { energy: addressOf(energy) }),
    ...(total && { total: withUnit(total) }),
  };
}

/** Returns watts without a decimal from 10 on, and as kilowatts from 1,000 on, so that the figure keeps its width. */
export function powerReading({ value, text, unit }: Slot, { locale }: DisplayPreferences): Reading {
  const watts = toNumber(value);
  if (unit !== 'W' || watts === undefined || Math.abs(watts) < 10) return { text, unit };
  const options = locale === undefined ? {} : { locale };
  if (Math.abs(watts) < 1000) return { text: formatNumber(watts, 0, options), unit };
  return { text: formatNumber(watts / 1000, 2, options), unit: 'kW' };
}

const addressOf = ({ component, property }: Feature): Address => ({ component, property: property.id });

const movements = ['open', 'stop', 'close'] as const;
type Option = { readonly label: unknown; readonly value: unknown };

function coverOf({ features, read }: Known): Wide {
  const { movement, position, motor } = features;
  const max = toNumber(position?.property.controlInterfaces[0]?.config['max']) ?? 100;
  const place = toNumber(read(position));
  const share = place === undefined || max <= 0 ? undefined : Math.min(1, Math.max(0, place / max));
  const moving = motor && String(read(motor)).toLowerCase();
  const motion = moving === 'opening' || moving === 'closing' ? moving : undefined;
  const isStopped = moving === 'stopped';
  const isIdle = { open: share === 1, close: share === 0, stop: isStopped };
  return {
    kind: 'cover',
    ...(share !== undefined && { position: share }),
    ...(motion && { motion }),
    ...(movement && { address: addressOf(movement) }),
    movements: movement
      ? movementsOf(movement.property).map((each) => ({ ...each, isIdle: isIdle[each.name] }))
      : [],
  };
}

/** Returns the values that open, stop and close a cover, if the property has at least two of them. */
function movementsOf({ controlInterfaces }: Property): readonly Omit<Movement, 'isIdle'>[] {
  const options = controlInterfaces.flatMap(({ config }) =>
    Array.isArray(config?.['options']) ? (config['options'] as unknown[]).filter(isOption) : [],
  );
  const found = movements.flatMap((name) =>
    options
      .filter(({ value }) => String(value).toLowerCase() === name)
      .map(({ label, value }) => ({ name, label: String(label), value })),
  );
  return found.length >= 2 ? found : [];
}

const isOption = (option: unknown): option is Option =>
  typeof option === 'object' && option !== null && 'label' in option && 'value' in option;
