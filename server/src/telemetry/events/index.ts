export { endEpoch } from './cursor.ts';
export type { AutomationChange, AutomationInput, NewEvent, PropertyEvent } from './event.ts';
export { MIN_STEP_MS, MIN_STOP_MS, type TimeChange } from './event-clock.ts';
export type { Events } from './events.ts';
export { eventsFeature } from './feature.ts';
export type { StoredEvent } from './log.ts';
export { type PastEvent, toRequested } from './past.ts';
