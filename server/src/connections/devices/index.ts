export type { BatchDevice, DeviceBatches } from './device-batches.ts';
export type { Device } from './device-reads.ts';
export type { DeviceRecords, ManagedDevice } from './device-records.ts';
export type { Devices } from './devices.ts';
export { devicesFeature } from './feature.ts';
export { createMoveChannels, type TemplateChange, valuePlacesOf } from './move-channels.ts';
export type { MadeDevice } from './new-devices.ts';
