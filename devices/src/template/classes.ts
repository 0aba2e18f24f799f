import type { Counter } from './counters.ts';

/** The prefix of the class ids that the apps look for (android-app 5.5, ios-app 5.7). */
const VENDOR = 'com.muzzley';

export type Category = 'config' | 'diagnostic' | undefined;

const GROUPS: readonly (readonly [group: string, ids: RegExp])[] = [
  ['lighting', /^(brightness|color|effect)(-|$)/],
  ['climate', /temperature|humidity|pressure|setpoint|system-mode|running-state|preset|heating/],
  [
    'electricity',
    /^(active-power|power-(apparent|reactive|factor)|energy|voltage|current|(ac-)?frequency|produced-energy)(-|$)|^power(-[a-c]|-\d+)*$/,
  ],
  ['air', /^(co2?|voc|pm\d+|hcho|formaldehyde?|aqi|air-quality)(-|$)/],
  ['safety', /^(smoke|carbon-monoxide|gas|water-leak|alarm|warning|test|siren)(-|$)/],
  ['security', /^(occupancy|presence|open|vibration|tamper|locked|lock-state)(-|$)/],
  ['movement', /^(command|position|tilt|moving|running|motor)(-|$)/],
  ['control', /^(status|action|fan)(-|$)/],
];

function groupOf(propertyId: string, category: Category): string {
  if (propertyId.startsWith('battery')) return 'battery';
  if (category === 'config') return 'settings';
  if (category === 'diagnostic' && propertyId !== 'action') return 'diagnostics';
  return GROUPS.find(([, ids]) => ids.test(propertyId))?.[0] ?? 'device';
}

export function propertyClassesOf(propertyId: string, category: Category): string[] {
  return [`${VENDOR}.properties.${groupOf(propertyId, category)}.${propertyId}`];
}

/**
 * Returns the classes of a counter of energy. All that count the same have the same one; the others say that it counts a
 * part of what another one may count, and that it counts what is given back to the grid.
 */
export const counterClassesOf = ({ kind, part }: Counter): string[] => [
  `${VENDOR}.properties.electricity.${kind === 'consumed' ? 'energy' : 'produced-energy'}`,
  ...(kind === 'returned' ? [`${VENDOR}.properties.counters.returned`] : []),
  ...(part === undefined ? [] : [`${VENDOR}.properties.counters.part`]),
];

export function componentClassesOf(group: string, type: string): string[] {
  return [`${VENDOR}.components.${group}.${type}`];
}
