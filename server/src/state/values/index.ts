export type { Actor, EndedGrant, LiveBus, LiveEvents, StampedMessage } from './live-events.ts';
export { type StoredValue, toStoredValue } from './stored-values.ts';
export { createValues, type Values } from './values.ts';
export { valueHandlers } from './values-routes.ts';
