export type { Context } from './context.ts';
export { phoneChannelFeature } from './feature.ts';
export { withLocationRetention } from './retention.ts';
