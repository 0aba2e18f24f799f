export { homeSettingsFeature } from './feature.ts';
