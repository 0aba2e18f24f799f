export { deleteLog, logPath, readFrom, readLog } from './bridge-log.ts';
export { checkConnection } from './check-connection.ts';
export { bridgeOperationsFeature, bridgeSupervisorFeature } from './feature.ts';
export { bridgeFlags } from './launch.ts';
export { bridgeSettings } from './settings.ts';
