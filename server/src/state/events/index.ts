export { endEpoch } from './epoch.ts';
export type { NewEvent } from './event.ts';
export type { Events } from './events.ts';
export { eventsFeature } from './feature.ts';
