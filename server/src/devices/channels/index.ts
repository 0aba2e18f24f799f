export { type ChannelUrls, type GrantedChannel, toWireChannel } from './channel.ts';
export { type Channels, type ChannelWithTemplate, createChannels } from './channels.ts';
export { channelHandlers } from './channels-routes.ts';
export { hasFlag } from './flags.ts';
export { grantInForce } from './grant-in-force.ts';
