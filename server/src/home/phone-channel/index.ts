export type { Context } from './context.ts';
export { contextFeature } from './feature.ts';
export { withLocationRetention } from './retention.ts';
