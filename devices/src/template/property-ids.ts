import { entryOf } from '../entry-of.ts';
import type { Feature } from '../feature.ts';
import { kebab } from './naming.ts';

/** Ids of features whose own name is too vague or would not match what is shown. */
const IDS: Readonly<Record<string, string>> = {
  'light.state': 'status',
  'switch.state': 'status',
  'fan.state': 'status',
  'fan.mode': 'fan-mode',
  'fan.speed': 'fan-speed',
  'lock.state': 'locked',
  'cover.state': 'command',
  'light.color_temp': 'color-temperature',
  'light.color_temp_startup': 'color-temperature-startup',
  'light.color_xy': 'color',
  'light.color_hs': 'color',
  contact: 'open',
  power: 'active-power',
  brightness: 'indicator-brightness',
};

/** Returns the stable id of a feature's property. */
export function propertyIdOf(feature: Pick<Feature, 'role' | 'name'>): string {
  const path = feature.role ? `${feature.role}.${feature.name}` : feature.name;
  return entryOf(IDS, path) ?? (kebab(feature.name) || 'value');
}
