export type { AlarmChange, Alarms } from './alarms.ts';
export { alarmsFeature } from './feature.ts';
export { endAlarms, moveAlarms } from './move-alarms.ts';
