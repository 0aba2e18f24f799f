export type { Rise, Segment } from './counters.ts';
export { historyFeature } from './feature.ts';
export type { History } from './history.ts';
export type { NewPoint } from './point.ts';
export { readRange } from './range.ts';
export type { Authorship } from './read-models/actors.ts';
export type { Origin, RecentPoint } from './recent.ts';
export type { Retention } from './retention.ts';
export { beginOf, cutByOffset, findZone, UTC, type Zone } from './zone.ts';
