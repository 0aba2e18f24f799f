import type { Feature } from './read-definitions.ts';
import { kebab } from './words.ts';

/** Features whose own name would say too little, or another thing than what is shown. */
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

/** Stable id of the property that a feature becomes. */
export function propertyIdOf(feature: Pick<Feature, 'group' | 'name'>): string {
  const path = feature.group ? `${feature.group}.${feature.name}` : feature.name;
  return IDS[path] ?? kebab(feature.name);
}
