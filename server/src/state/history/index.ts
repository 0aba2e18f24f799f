export { historyFeature } from './feature.ts';
export type { History } from './history.ts';
export type { NewPoint } from './point.ts';
export type { Retention } from './retention.ts';
