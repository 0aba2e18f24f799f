export { legacyListsFeature } from './feature.ts';
