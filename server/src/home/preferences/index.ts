export { preferencesFeature } from './feature.ts';
export type { Preferences } from './preferences.ts';
