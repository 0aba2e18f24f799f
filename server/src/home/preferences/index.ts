export { preferencesFeature } from './feature.ts';
export { checkHomeZone, readHomeZone } from './home-zone.ts';
export type { Preferences } from './preferences.ts';
export { checkTariff, readTariff } from './tariff.ts';
