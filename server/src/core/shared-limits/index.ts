export { sharedLimitsFeature } from './feature.ts';
export { openStrictWindows } from './stored-windows.ts';
