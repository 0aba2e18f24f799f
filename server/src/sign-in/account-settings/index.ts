export { accountSettingsFeature } from './feature.ts';
