export type { LiveBus, LiveEvents, Speaker, StampedMessage } from './live-bus.ts';
export { createValues, type StoredValue, type Values } from './values.ts';
