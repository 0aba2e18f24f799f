export { preferencesFeature } from './feature.ts';
export type { Preferences } from './preferences.ts';
export { readTariff } from './tariff.ts';
