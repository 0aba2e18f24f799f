export { activityFeature } from './feature.ts';
export { createHomeDevices, type HomeDevice } from './read-models/devices.ts';
