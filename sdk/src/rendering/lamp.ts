import { type Dictionary, isWritable, stateIn, toNumber } from '@azulejo/model';
import type { Property } from '../api/types.generated.ts';
import { colorName, hsvColor, isTinted, temperatureColor } from './color.ts';
import type { Feature, Features } from './features.ts';
import { lightened } from './oklab.ts';
import type { Toggle } from './toggle.ts';

/** The light of a lamp that is on. */
export type Light = {
  /** 0 to 1; absent for a lamp that cannot be dimmed, or whose brightness is not known. */
  readonly level?: number;
  /** A CSS colour, light enough for a dark icon on it; absent where it is not known. */
  readonly color?: string;
  /** The name of the colour, e.g. `Pink`; absent for white light. */
  readonly colorName?: string;
  /** Where the brightness is written; absent where it cannot be. */
  readonly dimmer?: Dimmer;
};

export type Dimmer = {
  readonly component: string;
  readonly property: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Writes that the property accepts per minute; 0 for no limit. */
  readonly rateLimit: number;
};

/** The least lightness in OKLCH at which a dark icon stays readable on a lamp's colour. */
const MIN_LIGHTNESS = 0.78;

type Known = {
  readonly features: Features;
  readonly toggle: Toggle | undefined;
  /** Whether a lamp is white or coloured; undefined when that cannot be decided. */
  readonly inUse: 'white' | 'color' | undefined;
  readonly read: (feature: Feature | undefined) => unknown;
  readonly words: Dictionary | undefined;
};

/** Returns the light of a tile that is a lit lamp, or undefined for anything else. */
export function lightOf({ features, toggle, inUse, read, words }: Known): Light | undefined {
  const { brightness, color, white } = features;
  if (toggle?.icon !== 'on_off' || toggle.state !== 'on') return undefined;
  if (!brightness && !color && !white) return undefined;
  const shade = inUse === 'white' ? undefined : read(color);
  const name = isTinted(shade) ? stateIn(words, colorName(shade)) : undefined;
  const own = name ? hsvColor(shade) : temperatureColor(toNumber(read(white)));
  const level = levelOf(toNumber(read(brightness)), brightness);
  const dimmer = dimmerOf(brightness);
  return {
    ...(level !== undefined && { level }),
    ...(own !== undefined && { color: lightened(own, MIN_LIGHTNESS) }),
    ...(name !== undefined && { colorName: name }),
    ...(dimmer && { dimmer }),
  };
}

function dimmerOf(feature: Feature | undefined): Dimmer | undefined {
  if (!feature || !isWritable(feature.property)) return undefined;
  const { component, property } = feature;
  const range = rangeOf(property);
  if (range.max <= range.min) return undefined;
  return { component, property: property.id, ...range, rateLimit: property.rateLimit };
}

function rangeOf({ controlInterfaces }: Property) {
  const { min = 0, max = 100, step = 1 } = (controlInterfaces[0]?.config ?? {}) as Record<string, unknown>;
  return { min: toNumber(min) ?? 0, max: toNumber(max) ?? 100, step: Math.abs(toNumber(step) ?? 1) || 1 };
}

function levelOf(value: number | undefined, feature: Feature | undefined): number | undefined {
  if (value === undefined || !feature) return undefined;
  const { max } = rangeOf(feature.property);
  return max > 0 ? Math.min(1, Math.max(0, value / max)) : undefined;
}

/** Returns the value to write for a level, which is never that of a dark lamp. */
export function brightnessAt(level: number, { min, max, step }: Dimmer): number {
  const value = Math.round((level * max) / step) * step;
  return Number(Math.min(max, Math.max(min, step, value)).toPrecision(6));
}

/** Returns a level in percent, at least 1 for a lamp that gives any light. */
export const percentOf = (level: number): number => (level > 0 ? Math.max(1, Math.round(level * 100)) : 0);
