export { type ChannelUrls, type ChannelWithTemplate, type GrantedChannel, toWireChannel } from './channel.ts';
export type { OwnersRecord } from './channel-records.ts';
export type { Channels } from './channels.ts';
export { channelsFeature } from './feature.ts';
export { hasFlag } from './flags.ts';
export { grantInForce } from './grant-in-force.ts';
export { createLocalTemplates, type LocalTemplates, wordsIn } from './local-templates.ts';
export { setTemplate } from './set-template.ts';
