export { timeZoneFeature } from './feature.ts';
export type { HomeTime } from './time-zone.ts';
