export type { AlarmChange, Alarms } from './alarms.ts';
export { alarmsFeature } from './feature.ts';
