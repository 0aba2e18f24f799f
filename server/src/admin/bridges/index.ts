export { bridgeOperationsFeature, bridgeSupervisorFeature } from './feature.ts';
