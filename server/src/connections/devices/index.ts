export type { BatchDevice, DeviceBatches } from './device-batches.ts';
export type { Device } from './device-reads.ts';
export type { DeviceRecords, ManagedDevice } from './device-records.ts';
export type { Devices } from './devices.ts';
export { devicesFeature } from './feature.ts';
export { createMoveChannels } from './move-channels.ts';
export type { MadeDevice } from './new-devices.ts';
export { changesOfPlaces, type TemplateChange, valuePlacesOf } from './value-places.ts';
