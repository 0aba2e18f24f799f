export { homeDevicesFeature } from './feature.ts';
export type { Homes, NewDevice } from './homes.ts';
export type { Placement } from './place-device.ts';
export type { RemovedDevice, RemovedDevices } from './removed-devices.ts';
