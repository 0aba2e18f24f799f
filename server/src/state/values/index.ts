export type { EndedGrant, LiveBus, LiveEvents, Speaker, StampedMessage } from './live-bus.ts';
export { type StoredValue, toStoredValue } from './stored-values.ts';
export { createValues, type Values } from './values.ts';
export { valueHandlers } from './values-routes.ts';
