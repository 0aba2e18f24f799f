export { createDevicePages, type DevicePages } from './device-pages.ts';
export { registerDevicePages } from './device-pages-routes.ts';
