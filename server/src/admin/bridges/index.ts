export { bridgeOperationsFeature } from './feature.ts';
