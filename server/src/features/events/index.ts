export type { NewEvent } from './event.ts';
export { createEvents, type Events } from './events.ts';
