export { type BatchDevice, createDeviceBatches, type DeviceBatches } from './device-batches.ts';
export { createDevices, type Device, type Devices, type MadeDevice } from './devices.ts';
export { deviceHandlers, grantHandlers } from './devices-routes.ts';
export { createGrants } from './grants.ts';
