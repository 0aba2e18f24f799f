export { unsupportedFeature } from './feature.ts';
