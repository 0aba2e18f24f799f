export type { BridgeRecord, BridgeSecrets, BridgeStatus } from './bridge.ts';
export type { BridgeDevices } from './bridge-devices.ts';
export type { Bridges } from './bridges.ts';
export { type Connection, type ConnectionInput, readConnection } from './connection.ts';
export { bridgesFeature } from './feature.ts';
export { readBridges } from './read-bridges.ts';
export { countLostSecrets } from './secrets.ts';
