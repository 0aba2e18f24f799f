export { createDevices, type Device, type Devices, type MadeDevice } from './devices.ts';
export { deviceHandlers, grantHandlers } from './devices-routes.ts';
export { createFleet, type Fleet, type FleetDevice } from './fleet.ts';
export { createGrants } from './grants.ts';
