export { createDevicePages, type DevicePages } from './device-pages.ts';
export { devicePagesFeature } from './feature.ts';
export { messagesScript } from './messages-script.ts';
