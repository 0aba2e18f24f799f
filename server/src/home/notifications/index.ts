export type { Announce } from './announce.ts';
export { notificationsFeature } from './feature.ts';
export { phoneTagOf } from './phone-tag.ts';
