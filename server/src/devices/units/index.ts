export { unitsFeature } from './feature.ts';
