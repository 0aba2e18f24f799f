export { preferencesFeature } from './feature.ts';
export { readHomeZone } from './home-zone.ts';
export type { Preferences } from './preferences.ts';
export { readTariff } from './tariff.ts';
