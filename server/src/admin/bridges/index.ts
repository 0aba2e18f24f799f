export { logPath, readFrom, readLog } from './bridge-log.ts';
export { bridgeOperationsFeature, bridgeSupervisorFeature } from './feature.ts';
export { bridgeFlags } from './launch.ts';
export type { BridgeOperator, ConnectionChanges, CountedBridge } from './operator.ts';
export { portalBridgeHandlers } from './portal-routes.ts';
