export type { Announce } from './announce.ts';
export { notificationsFeature } from './feature.ts';
export { forgetIncidentsIn } from './incidents/index.ts';
export { moveConfirmationIn } from './mail-confirmation.ts';
export { phoneTagOf } from './phone-tag.ts';
