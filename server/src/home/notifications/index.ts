export type { Announce } from './announce.ts';
export { forgetEpisodesIn } from './episodes/index.ts';
export { notificationsFeature } from './feature.ts';
export { moveConfirmationIn } from './mail-confirmation.ts';
export { phoneTagOf } from './phone-tag.ts';
