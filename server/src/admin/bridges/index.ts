export { bridgesFeature } from './feature.ts';
