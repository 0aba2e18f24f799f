export { endEpoch } from './epoch.ts';
export type { NewEvent } from './event.ts';
export { createEvents, type Events } from './events.ts';
export { eventHandlers } from './events-routes.ts';
