export { energyFeature } from './feature.ts';
